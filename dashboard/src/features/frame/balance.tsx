/** Plan, credits left and the day they renew or the plan ends, always in sight; leads to the plans. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api-client.ts';
import { dayText, numberText } from '../../formats.ts';

type BalanceProps = Pick<Answer<'GET /api/account'>, 'credits' | 'planLabel' | 'renewsAt' | 'endsAt'>;

export function Balance({ credits, planLabel, renewsAt, endsAt }: BalanceProps) {
  const left = credits === null ? 'no limit' : `${numberText(credits)} credits`;
  return (
    <Anchor component={Link} to="/plans" size="sm" c="dimmed" truncate underline="hover">
      {planLabel}: {left}
      {endsAt !== null ? (
        <span className="wide">, ends {dayText(endsAt)}</span>
      ) : (
        renewsAt !== null && <span className="wide">, renews {dayText(renewsAt)}</span>
      )}
    </Anchor>
  );
}
