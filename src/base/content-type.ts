/** The header that names a format: every text says that it is UTF-8, because readers assume other encodings. */
export function contentType(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
