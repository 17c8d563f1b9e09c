/** A password that is chosen: long enough, and known to the password manager as a new one. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export const shortestPassword = 8;

export function passwordProblem(password: string): string | null {
  return password.length < shortestPassword ? `At least ${shortestPassword} characters.` : null;
}

export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={`At least ${shortestPassword} characters.`}
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...props}
    />
  );
}
