/** The nonce of this page, which its Content-Security-Policy allows scripts and styles by. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? '';
