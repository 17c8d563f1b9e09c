/** Parameters of the emulated Stripe: form-encoded with brackets, `items[0][price]=…`, checked by a schema. */
import { z } from 'zod';
import { StripeRefusal } from './stripe-error.ts';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };

export function readForm(text: string): FormValue {
  const root: { [name: string]: FormValue } = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    put(root, [first, ...rest], value);
  }
  return listsOf(root);
}

function put(
  into: { [name: string]: FormValue },
  [name = '', ...rest]: readonly string[],
  value: string,
): void {
  if (rest.length === 0) {
    into[name === '' ? String(Object.keys(into).length) : name] = value;
    return;
  }
  const inner = into[name];
  const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  into[name] = next;
  put(next, rest, value);
}

/** An object whose names are 0, 1 and so on is a list. */
function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listsOf(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export const formNumber = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const formFlag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const formMetadata = z.record(z.string(), z.string());

export function parameters<T>(schema: z.ZodType<T>, form: FormValue): T {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === 'unrecognized_keys') {
    const param = inBrackets([...path, ...issue.keys.slice(0, 1)]);
    throw new StripeRefusal('invalid', `Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    });
  }
  const param = inBrackets(path);
  throw new StripeRefusal('invalid', `Missing required param: ${param}.`, {
    code: 'parameter_missing',
    param,
  });
}

function inBrackets([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}
