/**
 * Validates the body of a request against a schema and reports errors with Notion's messages.
 */
import { z } from 'zod';
import { invalid, NotionError } from './notion-error.ts';
import { maxPerPage } from './notion-paging.ts';

/** The parameters of every list. */
export const pagingShape = {
  start_cursor: z.string('a string or `undefined`').nullish(),
  page_size: z
    .number('a number or `undefined`')
    .int('an integer or `undefined`')
    .min(1, '≥ `1` or `undefined`')
    .max(maxPerPage, `≤ \`${maxPerPage}\` or \`undefined\``)
    .default(maxPerPage),
};

/** The schema's messages complete "body.x should be …". */
export function checkedBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = ['body', ...(issue?.path ?? []).map(String)];
  const was = JSON.stringify(valueAt(body, issue?.path ?? []));
  if (issue?.code === 'unrecognized_keys') {
    const key = [...path, issue.keys[0]].join('.');
    throw invalid(`body failed validation: ${key} should be not present.`);
  }
  throw invalid(
    `body failed validation: ${path.join('.')} should be ${issue?.message ?? 'valid'}, instead was \`${was}\`.`,
  );
}

export function parsedBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new NotionError(400, 'invalid_json', 'Error parsing JSON body.');
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt(Reflect.get(value, key), rest);
}
