/** A token is checked as soon as it is pasted; a late answer about a former one is dropped. It is kept nowhere. */
import { useEffect, useState } from 'react';
import { type Answer, call } from '../../api-client.ts';

export type TokenSeen = Answer<'POST /api/connections/check-token'>;

export type TokenCheck =
  | { readonly phase: 'none' | 'checking' }
  | { readonly phase: 'seen'; readonly seen: TokenSeen }
  | { readonly phase: 'refused'; readonly error: Error };

/** Nothing that is shorter is a token. */
const shortest = 10;
const restMs = 400;

export function useTokenCheck(platform: 'airtable' | 'notion' | 'google', given: string): TokenCheck {
  const [check, setCheck] = useState<TokenCheck>({ phase: 'none' });
  const token = given.trim();
  useEffect(() => {
    if (token.length < shortest) return setCheck({ phase: 'none' });
    const controller = new AbortController();
    const { signal } = controller;
    setCheck({ phase: 'checking' });
    const timer = setTimeout(async () => {
      const result = await call(
        'POST /api/connections/check-token',
        { body: { platform, token } },
        signal,
      ).then(
        (seen): TokenCheck => ({ phase: 'seen', seen }),
        (error: Error): TokenCheck => ({ phase: 'refused', error }),
      );
      if (!signal.aborted) setCheck(result);
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [platform, token]);
  return check;
}
