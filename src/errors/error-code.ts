/** The code that Node.js or PostgreSQL gives an error, such as `ENOENT` or `28P01`; empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
