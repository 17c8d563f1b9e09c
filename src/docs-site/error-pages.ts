/**
 * The documentation of every error, made from the rows of the table of errors (contract 7.3): a page each, which the
 * `help` field of a body leads to, the list of all, and the reference file.
 */
import { STATUS_CODES } from 'node:http';
import type { Config } from '../config/config.ts';
import {
  allErrors,
  type ErrorDetails,
  type ErrorKey,
  errorPageName,
  helpAddress,
  ServiceError,
} from '../errors/errors.ts';

export const errorKeys = Object.keys(allErrors).filter((key): key is ErrorKey =>
  Object.hasOwn(allErrors, key),
);

export function errorPage(key: ErrorKey, config: Config): string {
  const { cause, remedy } = allErrors[key];
  return [
    `# ${example(key, config).message}`,
    `**Status:** \`${statusLine(key)}\``,
    ...textWithPlaceholders(key),
    `## What happened\n\n${cause}`,
    `## What to do\n\n${remedy}`,
    `## Example\n\n${exampleBody(key, config)}`,
    'A request that fails costs no credit.',
    `## Related\n\n${related(key)}`,
  ].join('\n\n');
}

export function errorList(config: Config): string {
  const sorted = errorKeys.toSorted((a, b) => allErrors[a].status - allErrors[b].status);
  const rows = sorted.map((key) => {
    const { status, cause } = allErrors[key];
    const { message } = example(key, config);
    return `| ${status} | [${message}](../reference/errors.md#${errorPageName(key)}) | ${cause} |`;
  });
  return `# Errors\n\n${introduction} Names and reasons in the texts are examples.\n\n| Status | Error | Cause |\n|---|---|---|\n${rows.join('\n')}\n`;
}

export function errorReference(config: Config): string {
  const sections = errorKeys.map((key) => {
    const { text, cause, remedy } = allErrors[key];
    return `## ${errorPageName(key)}\n\n\`${statusLine(key)}\`: \`${text}\`\n\n${cause}\n\n**What to do:** ${remedy}\n\n${exampleBody(key, config)}`;
  });
  return `# Errors\n\n${introduction} Where a text has a word in braces, the answer has a name or a reason in its place.\n\n${sections.join('\n\n')}\n`;
}

function statusLine(key: ErrorKey): string {
  const { status } = allErrors[key];
  return `${status} ${STATUS_CODES[status]}`;
}

const introduction =
  'A request that fails is answered with a JSON object: `error` is the text below, `help` the address of the page about it, and `data`, where there is one, says more. A failed request costs no credit.';

const placeholderMeanings: Readonly<Record<string, string>> = {
  code: "the platform's own code",
  destination: 'the name of the destination',
  parameter: 'the name of the parameter',
  platform: 'the name of the source',
  problem: 'what is wrong and what is allowed',
  site: 'the address where the owner logs in',
  wait: 'how long to wait',
};

/** The title has an example in place of each placeholder. */
function textWithPlaceholders(key: ErrorKey): readonly string[] {
  const { text } = allErrors[key];
  const placeholders = [...text.matchAll(/\{(\w+)\}/g)];
  if (placeholders.length === 0) return [];
  const meanings = placeholders.map(
    ([placeholder, name = '']) => `\`${placeholder}\` is ${placeholderMeanings[name]}`,
  );
  return [`**Text:** \`${text}\`, where ${meanings.join(' and ')}.`];
}

const examples: Partial<Record<ErrorKey, ErrorDetails>> = {
  sqlInvalid: { data: 'no such column: amount' },
  customParameterDisabled: { placeholders: { parameter: 'all_fields' } },
  structureChanged: {
    placeholders: { platform: 'CSV upload' },
    data: 'The file no longer has the column "Amount".',
  },
  platformRefused: { data: 'The account has no working connection to Airtable: connect it first.' },
  platformRateLimit: { placeholders: { code: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED' } },
  platformDisconnected: {
    placeholders: { platform: 'Airtable' },
    data: 'Its token has expired and cannot be renewed.',
  },
  parameterInvalid: { placeholders: { parameter: 'email_me', problem: 'must be true or false.' } },
  destinationNotConnected: { placeholders: { parameter: 'save_to_gdrive' } },
  saveRefused: {
    placeholders: { destination: 'Google Sheets' },
    data: 'The caller does not have permission',
  },
  saveRateLimited: {
    placeholders: { destination: 'Google Sheets' },
    data: "Quota exceeded for quota metric 'Write requests'.",
  },
  saveFailed: {
    placeholders: { destination: 'Google Drive' },
    data: "The user's Drive storage quota has been exceeded.",
  },
  planFull: {
    placeholders: {
      problem: 'Your plan allows 25 endpoints, and 25 are used. Delete an endpoint or choose a larger plan.',
    },
  },
  previewTimeUsed: { placeholders: { wait: '20 seconds' } },
  bodyInvalid: { placeholders: { problem: "Field 'base' must be a text." } },
};

function example(key: ErrorKey, { siteUrl }: Config): ServiceError {
  const details = examples[key] ?? {};
  return new ServiceError(key, { ...details, placeholders: { site: siteUrl, ...details.placeholders } });
}

function exampleBody(key: ErrorKey, config: Config): string {
  const { message, data } = example(key, config);
  const body = {
    error: message,
    ...(data !== undefined && { data }),
    help: helpAddress(config.docsUrl, key),
  };
  return `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``;
}

const guides = {
  sql: '[Build a URL](../guide/sql.md)',
  parameters: '[Parameters](parameters.md)',
  authentication: '[Protect](../guide/authentication.md)',
  credits: '[Credits](../guide/credits.md)',
  plans: '[Pay](../guide/plans.md)',
  start: '[Getting started](../guide/getting-started.md)',
  connections: '[Connect a platform](../guide/connections.md)',
  saving: '[Save elsewhere](../guide/saving.md)',
} as const;

const guidesOfKey: Partial<Record<ErrorKey, readonly (keyof typeof guides)[]>> = {
  sqlInvalid: ['sql', 'parameters'],
  structureChanged: ['connections', 'parameters'],
  platformRefused: ['connections'],
  platformRateLimit: ['connections'],
  sourceUnavailable: ['connections'],
  platformDisconnected: ['connections'],
  destinationNotConnected: ['saving', 'connections'],
  saveRefused: ['saving', 'connections'],
  saveRateLimited: ['saving'],
  saveFailed: ['saving'],
  bodyInvalid: ['connections', 'authentication'],
};

const guidesOfStatus: Readonly<Record<number, readonly (keyof typeof guides)[]>> = {
  400: ['parameters'],
  401: ['authentication'],
  403: ['credits', 'plans'],
};

function related(key: ErrorKey): string {
  const { status } = allErrors[key];
  const names = guidesOfKey[key] ?? guidesOfStatus[status] ?? ['start'];
  return [...names.map((name) => `- ${guides[name]}`), '- [All errors](errors.md)'].join('\n');
}
