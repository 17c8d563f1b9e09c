/**
 * Whether a mail holds a link with a secret, such as that of a new password: its secret stands in the fragment, which no
 * other link of a mail has. Such a text is for its recipient alone.
 */
const linkWithFragment = /https?:\/\/\S+#\S/;

export function hasSecretLink(body: string): boolean {
  return linkWithFragment.test(body);
}
