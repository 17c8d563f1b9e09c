/** What is wrong with a request about an account, in one line for who asked. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
