/** The endpoint that a snippet is filled in with. */

export interface Target {
  readonly name: string;
  readonly url: string;
  /** The default format. */
  readonly type: string;
  /** Then a snippet carries the word TOKEN in place of the token, which nobody can show again. */
  readonly isProtected: boolean;
}

export const bearer = 'Bearer TOKEN';

/** The address in this format. */
export function addressAs({ url, type: byDefault }: Target, type: string): string {
  return type === byDefault ? url : `${url}?type=${encodeURIComponent(type)}`;
}

/** The address, with the format always in it: a change of the default must not break who relies on one. */
export function addressWith({ url }: Target, type: string): string {
  return `${url}?type=${encodeURIComponent(type)}`;
}

const privateAddress =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[(?:::1\]|::\]|f[cd]|fe[89ab]))/i;

/** Whether only this machine, or those beside it, can reach the address. */
export function isOnlyNearby(url: string): boolean {
  const { hostname } = new URL(url);
  const isName = !/^[\d.]+$|^\[/.test(hostname);
  const isLocalName =
    isName && (!hostname.includes('.') || /\.(?:localhost|local|internal|lan)$/i.test(hostname));
  return isLocalName || privateAddress.test(hostname);
}
