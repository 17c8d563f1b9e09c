/**
 * The Content-Disposition header: `attachment; filename=<name>.csv` if the name is a token, otherwise a quoted ASCII
 * fallback with the exact name in `filename*` (RFC 6266). No name can end the header (contract 4.7.2).
 */

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function contentDisposition(kind: 'attachment' | 'inline', filename: string): string {
  if (token.test(filename)) return `${kind}; filename=${filename}`;
  const ascii = filename.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '_');
  const quoted = `${kind}; filename="${ascii}"`;
  return ascii === filename ? quoted : `${quoted}; filename*=UTF-8''${extendedValue(filename)}`;
}

function extendedValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
