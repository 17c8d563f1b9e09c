/** The header that names a format: every text says that it is UTF-8, because readers assume other encodings (4.7). */
export function contentType(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
