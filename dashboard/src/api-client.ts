/** Calls of the service's interface, typed by the contract: names, what they take, what they answer, how they fail. */
import type { z } from 'zod';
import type { Contract, RouteName } from '../../src/api/contract.ts';

type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> =
  Contract[Name] extends Record<Key, infer Shape extends z.ZodType>
    ? { readonly [Each in Key]: z.input<Shape> }
    : unknown;

export type Input<Name extends RouteName> = Part<Name, 'params'> & Part<Name, 'query'> & Part<Name, 'body'>;
export type Answer<Name extends RouteName> = z.output<Contract[Name]['answer']>;

interface Refusal {
  readonly status: number;
  /** Of the library for sign-in, where it has one. */
  readonly code?: string | undefined;
  /** The reason. */
  readonly data?: string | undefined;
  /** What to do next. */
  readonly advice?: string | undefined;
  /** The address of the page that explains it. */
  readonly help?: string | undefined;
  readonly requestId?: string | undefined;
}

/** What the service says when it refuses, in the shape of contract 7.1; status 0: it could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly refusal: Refusal;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.refusal = refusal;
  }
}

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Below the `<base>` of the page, so that a path in `BASE_URL` is kept. */
export const serviceAddress = (path: string): string => new URL(`..${path}`, document.baseURI).href;

export async function call<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const { params = {}, query = {}, body }: Sent = input as Sent;
  const [method = 'GET', path = ''] = name.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  const address = serviceAddress(`${filled}${search.size > 0 ? `?${search}` : ''}`);
  return send(address, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && jsonBody(body)),
  });
}

/** A route of the library for sign-in. */
export function callSignIn(path: string, body: unknown): Promise<unknown> {
  return send(serviceAddress(`/api/auth${path}`), { method: 'POST', ...jsonBody(body) });
}

const jsonBody = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function send<Result>(address: string, init: RequestInit): Promise<Result> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError('The service cannot be reached. Check your connection, then try again.', {
      status: 0,
    });
  }
  const text = await response.text();
  if (response.ok) return JSON.parse(text || '{}');
  throw refusalOf(response, text);
}

/** From the library for sign-in there is a `message` alone. */
function refusalOf(response: Response, text: string): ApiError {
  const { error, data, message, help, code } = parsed(text);
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return error === undefined
    ? new ApiError(message ?? `The service answered ${status}.`, { status, code, requestId })
    : new ApiError(error, { status, data, advice: message, help, requestId });
}

interface RefusalBody {
  readonly error?: string;
  readonly message?: string;
  readonly data?: string;
  readonly help?: string;
  readonly code?: string;
}

function parsed(text: string): RefusalBody {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
