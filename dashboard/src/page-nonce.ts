/** The nonce of this page, which its Content-Security-Policy allows scripts and styles by. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? '';

/** Where the library that keeps the page still behind a dialog looks for it, before it adds its style. */
Object.assign(globalThis, { __webpack_nonce__: pageNonce });
