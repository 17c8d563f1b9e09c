/** Snippets for the command line and for programming languages. */
import { phpText, quotedText, shellText } from './quoting.ts';
import type { Program, Snippet } from './snippet.ts';
import { addressAs, addressWith, bearer, builtQuery, type Target } from './target.ts';

const perRun = 'One credit for each run: daily, about 30 a month.';

/** They send headers, and run where they are started. */
const code = (snippet: Pick<Snippet, 'title' | 'how' | 'text'>): Snippet => ({
  ...snippet,
  credits: perRun,
  sendsHeaders: true,
  isOutside: false,
});

const example = [['sql', 'SELECT * FROM service_table LIMIT 10']] as const;

function curl(target: Target): string {
  const built = builtQuery(target);
  const lines = [
    'curl -fsSG --compressed',
    ...(target.isProtected ? [`-H ${shellText(`Authorization: ${bearer}`)}`] : []),
    ...(built.length === 0 ? example : built).map(
      ([name, value]) => `--data-urlencode ${shellText(`${name}=${value}`)}`,
    ),
    shellText(target.url),
  ];
  return lines.join(' \\\n  ');
}

/** Columns of texts are named, so that a code such as 00501 keeps its zeros. */
function pandas(target: Target): string {
  const texts = target.columns?.filter(({ type }) => type === 'string').slice(0, mostNamed);
  const types = texts?.map(({ name }) => `${quotedText(name)}: "string"`);
  const parts = [
    quotedText(addressAs(target, 'csv')),
    ...(types && types.length > 0 ? [`dtype={${types.join(', ')}}`] : []),
    ...(target.isProtected ? [`storage_options={"Authorization": ${quotedText(bearer)}}`] : []),
  ];
  const hint = types ? '' : '# Codes keep their leading zeros with: dtype={"Code": "string"}\n';
  return `import pandas as pd\n\n${hint}table = pd.read_csv(\n${called(parts)})`;
}

/** A snippet stays one that can be read. */
const mostNamed = 200;

const called = (parts: readonly string[]): string => parts.map((part) => `    ${part},\n`).join('');

function pythonRequests(target: Target): string {
  const parts = [
    quotedText(addressWith(target, 'json_records')),
    ...(target.isProtected ? [`headers={"Authorization": ${quotedText(bearer)}}`] : []),
    'timeout=120',
  ];
  return `import requests

response = requests.get(
${called(parts)})
response.raise_for_status()
rows = response.json()`;
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
  program('python', 'Python', 'In Python 3, with the package requests.', pythonRequests),
  program('javascript', 'JavaScript', 'In Node.js, Deno, Bun and browsers.', javaScript),
  program('r', 'R', 'Needs the package readr.', languageR),
  program('php', 'PHP', 'Needs allow_url_fopen, which is on by default.', php),
];
