/**
 * The Content-Security-Policy of each kind of response: sandboxed, so that no cell can run script on the dashboard's
 * origin, with only the permissions that kind of page needs (contract 4.7.10).
 */

export type PageKind =
  | 'none'
  | 'viewed'
  | 'static'
  | 'interactive'
  | 'waiting'
  | 'docs'
  | 'closing'
  | 'dashboard';

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** `origin` is the origin from which a waiting page may fetch its data. */
export function pagePolicy(kind: PageKind, nonce: string, origin = ''): string {
  const inline = `style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  switch (kind) {
    case 'none':
      return `${nothing}; sandbox`;
    case 'viewed':
      // The viewer of Chromium puts its style into the document, with arrows to fold elements.
      return `${nothing}; style-src-elem 'unsafe-inline'; img-src data:; sandbox`;
    case 'static':
      return `${nothing}; style-src 'nonce-${nonce}'; sandbox`;
    case 'interactive':
      return `${nothing}; ${inline}; sandbox allow-scripts`;
    case 'waiting':
      return `${nothing}; ${inline}; connect-src 'self' ${origin}; sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox`;
    case 'dashboard':
      return `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'`;
    case 'closing':
      return `${pagePolicy('docs', '')}; script-src 'nonce-${nonce}'`;
    case 'docs':
      return "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }
}

/** Headers of documentation pages, and of other pages in the same layout. */
export const docsPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy('docs', ''),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
