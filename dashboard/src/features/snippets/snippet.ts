/** What a snippet says of itself, and what rules it out for an endpoint. */
import { isOnlyNearby, type Target } from './target.ts';

export interface Snippet {
  readonly title: string;
  readonly text: (target: Target) => string;
  /** What to do with it. */
  readonly how: string;
  /** About how many a month, and when. */
  readonly credits: string;
  /** Whether it can carry the header of a token. */
  readonly sendsHeaders: boolean;
  /** Whether it runs on machines of somebody else, which must reach the address. */
  readonly isOutside: boolean;
  /** Offered as a file with this ending instead. */
  readonly file?: string;
}

export interface Program {
  readonly key: string;
  readonly label: string;
  readonly snippets: readonly Snippet[];
}

/** Why it cannot work here; none: it can. */
export function ruledOut(
  { sendsHeaders, isOutside }: Snippet,
  { url, isProtected }: Target,
): readonly string[] {
  return [
    ...(isProtected && !sendsHeaders
      ? ['This cannot send a token, and the endpoint needs one. Choose a way that sends headers.']
      : []),
    ...(isOutside && isOnlyNearby(url)
      ? [
          `This runs on servers on the internet, which can't reach ${new URL(url).host}. The service needs a public URL.`,
        ]
      : []),
  ];
}
