/** The frame of the pages that the emulated Stripe shows to people; it says that nobody really pays. */
import type { EmulatedAnswer } from '../emulator-server.ts';

/** `body` is markup, already escaped. */
export function stripePage(title: string, body: string, status = 200): EmulatedAnswer {
  return {
    status,
    headers: { 'cache-control': 'no-store' },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1.25rem; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: 0.5rem 1rem; }
dt { opacity: 0.75; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0; border-bottom: 1px solid; border-color: color-mix(in srgb, currentColor 20%, transparent); text-align: left; }
button { padding: 0.5rem 1rem; font: inherit; }
</style>
</head>
<body>
<main>
<p>Emulated Stripe: no money is moved.</p>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`,
  };
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** `seconds` since 1970. */
export function dayText(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1_000);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
