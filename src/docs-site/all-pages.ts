/**
 * Every page of the documentation under its path below `/docs`: guides from `docs/guide`, the rest from the
 * tables in code or files made from them, so that they cannot differ from what the service does (contract 7.1.1).
 */
import { readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { errorPageName } from '../errors/errors.ts';
import { errorKeys, errorList, errorPage } from './error-pages.ts';
import { formatReference } from './format-pages.ts';
import { parameterReference } from './parameter-pages.ts';
import { planTable } from './plan-pages.ts';

export async function docsPages(config: Config): Promise<ReadonlyMap<string, string>> {
  const errorPages = errorKeys.map((key): [string, string] => [
    `errors/${errorPageName(key)}`,
    errorPage(key, config),
  ]);
  return new Map([
    ['', guide('overview', config)],
    ['getting-started', guide('getting-started', config)],
    ['files', guide('files', config)],
    ['connections', guide('connections', config)],
    ['sql', `${guide('sql', config)}\n${sqlLimits(config)}`],
    ['authentication', guide('authentication', config)],
    ['sharing', guide('sharing', config)],
    ['saving', guide('saving', config)],
    ['schedules', guide('schedules', config)],
    ['endpoints', guide('endpoints', config)],
    ['usage', guide('usage', config)],
    ['plans', `${guide('plans', config)}\n${planTable()}`],
    ['credits', guide('credits', config)],
    ['mail', guide('mail', config)],
    ['parameters', parameterReference(config)],
    ['formats', await formatReference()],
    ['errors', errorList(config)],
    ...errorPages,
    ['run-it-yourself', guide('run-it-yourself', config)],
    ['commands', reference('commands')],
    ['settings', reference('settings')],
  ]);
}

/** Commands are no part of the service: their page is a generated file, and so is the one that it leads to. */
function reference(name: string): string {
  return pageText(`reference/${name}`).replace(/^<!--.*-->\n/, '');
}

/** The address in the text of the guides. */
const exampleBaseUrl = 'http://localhost:8080';

function guide(name: string, { baseUrl }: Config): string {
  return pageText(`guide/${name}`).replaceAll(exampleBaseUrl, baseUrl);
}

function pageText(path: string): string {
  return readFileSync(new URL(`../../docs/${path}.md`, import.meta.url), 'utf8');
}

function sqlLimits({ sqlTimeLimitMs, sqlMemoryLimitMb }: Config): string {
  return `| Limit of this service | Value |
|---|---|
| Time of a statement | ${sqlTimeLimitMs / 1_000} s |
| Memory of a statement, and size of its result | ${sqlMemoryLimitMb} MB |
`;
}
