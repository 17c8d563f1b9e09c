/**
 * The token of a verification link is posted, so that no log of a proxy has it; the library for sign-in takes it only
 * from the address.
 */
import { z } from 'zod';

const posted = z.object({ token: z.string().max(2_000) });

/** The request as the library wants it. */
export async function withPostedToken(request: Request): Promise<Request> {
  const { pathname } = new URL(request.url);
  if (request.method !== 'POST' || !pathname.endsWith('/verify-email')) return request;
  const { data } = posted.safeParse(await request.json().catch(() => undefined));
  const address = new URL(request.url);
  address.search = new URLSearchParams({ token: data?.token ?? '' }).toString();
  return new Request(address, { headers: withoutBody(request.headers) });
}

function withoutBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-type');
  return kept;
}
