/** A person who is signed in to the dashboard, as the interface sees one: a cookie and the own origin. */
import type { TestService } from './service.ts';

export interface Session {
  /** For a request that is made otherwise. */
  readonly cookie: string;
  /** A body as it is. */
  upload(path: string, content: string, headers?: Record<string, string>): Promise<Response>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Response>;
}

const password = 'correct horse battery';

/** Of an account that is made with its address. */
export async function signedIn(service: TestService, email: string, ...words: string[]): Promise<Session> {
  await service.command('account', 'create', email, '--password', password, ...words);
  return signedInAgain(service, email);
}

/** Of an account that was made so before. */
export async function signedInAgain(
  service: TestService,
  email: string,
  headers: Record<string, string> = {},
): Promise<Session> {
  const answer = await sessionless(service).call(
    'POST',
    '/api/auth/sign-in/email',
    { email, password },
    headers,
  );
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`);
  return withCookie(service, cookieOf(answer));
}

/** Each from an address of its own, where the limit of attempts is not the question; the proxy must be trusted. */
export async function signedInElsewhere(
  service: TestService,
  email: string,
  ...words: string[]
): Promise<Session> {
  await service.command('account', 'create', email, '--password', password, ...words);
  return signedInAgain(service, email, fromElsewhere());
}

let elsewhere = 0;

/** A client that nobody else is. */
export function fromElsewhere(): Record<string, string> {
  elsewhere += 1;
  return { 'x-forwarded-for': `10.1.${elsewhere >> 8}.${elsewhere & 255}` };
}

/** What `fromElsewhere` needs. */
export const trustedProxy = { TRUSTED_PROXIES: '127.0.0.1' };

/** The cookie of somebody who signs in to a service in another process. */
export async function signInAt(
  url: string,
  person: { readonly email: string; readonly password: string },
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`);
  return cookieOf(answer);
}

/** What a browser would send after this answer. */
export function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

export function withCookie(service: TestService, cookie: string): Session {
  return withHeaders(service, { cookie });
}

export function sessionless(service: TestService): Session {
  return withHeaders(service, {});
}

function withHeaders(service: TestService, own: Readonly<Record<string, string>>): Session {
  return {
    cookie: own['cookie'] ?? '',
    upload: (path, content, headers = {}) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { origin: service.url, ...own, 'content-type': 'application/octet-stream', ...headers },
        body: Buffer.from(content, 'latin1'),
      }),
    call: (method, path, body, headers = {}, signal = undefined) =>
      fetch(`${service.url}${path}`, {
        method,
        headers: {
          origin: service.url,
          ...own,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
  };
}
