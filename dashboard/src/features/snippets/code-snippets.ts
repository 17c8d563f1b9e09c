/** Snippets for the command line and for programming languages. */
import { phpText, quotedText, shellText } from './quoting.ts';
import type { Program, Snippet } from './snippet.ts';
import { addressAs, addressWith, bearer, type Target } from './target.ts';

const perRun = 'One credit for each run: daily, about 30 a month.';

/** They send headers, and run where they are started. */
const code = (snippet: Pick<Snippet, 'title' | 'how' | 'text'>): Snippet => ({
  ...snippet,
  credits: perRun,
  sendsHeaders: true,
  isOutside: false,
});

function curl(target: Target): string {
  const lines = [
    'curl -fsSG --compressed',
    ...(target.isProtected ? [`-H ${shellText(`Authorization: ${bearer}`)}`] : []),
    `--data-urlencode ${shellText('sql=SELECT * FROM service_table LIMIT 10')}`,
    shellText(target.url),
  ];
  return lines.join(' \\\n  ');
}

function pandas(target: Target): string {
  const header = `storage_options={"Authorization": ${quotedText(bearer)}}`;
  const parts = [quotedText(addressAs(target, 'csv')), ...(target.isProtected ? [header] : [])];
  return `import pandas as pd

# Codes keep their leading zeros with: dtype={"Code": "string"}
table = pd.read_csv(${parts.join(', ')})`;
}

function javaScript(target: Target): string {
  const options = target.isProtected ? `, {\n  headers: { Authorization: ${quotedText(bearer)} },\n}` : '';
  return `const response = await fetch(${quotedText(addressWith(target, 'json_records'))}${options});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const rows = await response.json();`;
}

function languageR(target: Target): string {
  const address = quotedText(addressAs(target, 'csv'));
  const opened = `url(${address}, headers = c(Authorization = ${quotedText(bearer)}))`;
  return `rows <- readr::read_csv(${target.isProtected ? opened : address})`;
}

function php(target: Target): string {
  const address = phpText(addressWith(target, 'json_records'));
  if (!target.isProtected) return `$rows = json_decode(file_get_contents(${address}), true);`;
  return `$context = stream_context_create(['http' => ['header' => ${phpText(`Authorization: ${bearer}`)}]]);
$rows = json_decode(file_get_contents(${address}, false, $context), true);`;
}

const program = (key: string, label: string, how: string, text: Snippet['text']): Program => ({
  key,
  label,
  snippets: [code({ title: label, how, text })],
});

export const languages: readonly Program[] = [
  program('curl', 'curl', 'In a terminal. Remove the sql line to get the whole table.', curl),
  program('pandas', 'pandas', 'In Python 3.', pandas),
  program('javascript', 'JavaScript', 'In Node.js, Deno, Bun and browsers.', javaScript),
  program('r', 'R', 'Needs the package readr.', languageR),
  program('php', 'PHP', 'Needs allow_url_fopen, which is on by default.', php),
];
