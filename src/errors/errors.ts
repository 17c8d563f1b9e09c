/**
 * Every error of the service in one table: status, text with named placeholders, cause and remedy. The documentation
 * page of each error is generated from its row (contract 7.3).
 */

interface ErrorRow {
  readonly status: number;
  /** Placeholders have the form `{name}`. */
  readonly text: string;
  readonly cause: string;
  readonly remedy: string;
}

const row = (status: number, text: string, cause: string, remedy: string): ErrorRow => ({
  status,
  text,
  cause,
  remedy,
});

/** The 19 errors whose texts never change, in their order (contract 7.3.1). */
export const specifiedErrors = {
  sqlInvalid: row(
    400,
    'Could not validate sql.',
    'The `sql` parameter is not a SELECT statement on the table `service_table` that can be run within the limits. `data` holds the reason.',
    'Read `data`, and `message` where there is one: it says what to write instead. Check column names (they are case-sensitive; wrap names with spaces in double quotes), put texts in single quotes, and send one SELECT statement only.',
  ),
  customParameterDisabled: row(
    400,
    "Custom parameter '{parameter}' is not enabled for this object.",
    'The request uses a parameter that works only when the owner has enabled it for this endpoint.',
    'Ask the owner to enable the parameter for this endpoint, or leave it out.',
  ),
  authorizationRequired: row(
    401,
    'Authorization header is required',
    'The endpoint is protected by a token and the request has no Authorization header.',
    'Send the header `Authorization: Bearer <token>` with the token the owner set on the endpoint.',
  ),
  authorizationMalformed: row(
    401,
    'Invalid Authorization header format',
    'The Authorization header does not begin with the word `Bearer` and a space.',
    'Write the header as `Authorization: Bearer <token>`.',
  ),
  authorizationWrong: row(
    401,
    'Invalid Authorization header',
    'The token in the Authorization header is not the right one. The owner may have changed it.',
    'Ask the owner of the endpoint for the current token.',
  ),
  proxyAuthorizationMissing: row(
    401,
    'AUTH_HEADER_MISSING',
    'The endpoint behind this proxy is protected by a token and the request has no Authorization header.',
    'Send the header `Authorization: Bearer <token>` with the token the owner set on the endpoint.',
  ),
  proxyAuthorizationWrong: row(
    401,
    'INVALID_AUTH_HEADER',
    'The Authorization header sent to this proxy is malformed or carries a wrong token.',
    'Write the header as `Authorization: Bearer <token>` and ask the owner for the current token.',
  ),
  notEnoughCredits: row(
    403,
    'Not enough credits. Login at {site} to purchase.',
    'The account that owns this endpoint has used all its credits of this billing cycle, or its subscription has ended.',
    'The owner can add credits, choose a larger plan or renew the subscription in the dashboard; otherwise credits return with the next billing cycle.',
  ),
  ownerNotFound: row(
    403,
    'User ID not found',
    'The account that owned this endpoint no longer exists.',
    'Ask whoever gave you the address for a new one.',
  ),
  ownerBlocked: row(
    403,
    'USER_BLOCKED',
    'An administrator has blocked the account that owns this endpoint.',
    'The owner should contact the administrator of this service.',
  ),
  trialExpired: row(
    403,
    'Your free trial has expired',
    'All hits of the free trial have been used and the account has no paid plan.',
    'The owner can choose a paid plan in the dashboard; the endpoints then work again at the same addresses.',
  ),
  ownerNotInitialised: row(
    403,
    'Please login to {site} to reactivate your URLs',
    'The account that owns this endpoint was created but its owner has never opened the dashboard.',
    'The owner should log in to the dashboard once.',
  ),
  objectNotFound: row(
    404,
    'Object not found',
    'No endpoint has this id: it was deleted or the address is mistyped.',
    'Check the address; ids are case-sensitive. If it is right, ask the owner whether the endpoint was deleted.',
  ),
  proxyNotFound: row(
    404,
    'URL not found in database.',
    'No proxy has this id: it was revoked or the address is mistyped.',
    'Check the address; ids are case-sensitive. If it is right, ask the owner for a new proxy.',
  ),
  structureChanged: row(
    409,
    'We received an error to indicate that your {platform} data structure may have changed.',
    'Fields that the endpoint exports were renamed, deleted or retyped at the source since the endpoint was created.',
    'Read `data` for what changed. The owner puts the source back as it was, or chooses the fields again: in the settings of the endpoint, or by `endpoint set ID --fields …` or `--all-columns`.',
  ),
  platformRefused: row(
    423,
    'Failed to authenticate with export platform.',
    "The source no longer accepts the connection's credentials: the token expired or was revoked, or the integration was disconnected.",
    'The owner reconnects the platform: in the dashboard under Connections, or by `connection add` or `connection authorize` with `--reconnect ID`. The address of the endpoint stays.',
  ),
  platformRateLimit: row(
    429,
    '{code}',
    "The source platform's own rate limit was exceeded (for example `PUBLIC_API_BILLING_LIMIT_EXCEEDED`).",
    'Wait as long as the Retry-After header says, or some minutes, and ask again less often.',
  ),
  sourceUnavailable: row(
    500,
    'Dataframe could not be retrieved',
    'The source is unavailable, took too long for a very large dataset, or the endpoint is misconfigured.',
    'Try again in a few minutes. If it stays, the owner should check the endpoint and its source.',
  ),
  platformDisconnected: row(
    500,
    'You have been disconnected from {platform}. Please reconnect.',
    'The stored key or token of the source is invalid and cannot be refreshed.',
    'The owner reconnects the platform: in the dashboard under Connections, or by `connection add` or `connection authorize` with `--reconnect ID`. The address of the endpoint stays.',
  ),
} as const satisfies Record<string, ErrorRow>;

/** All other errors. */
export const ownErrors = {
  endpointPaused: row(
    403,
    'This URL is paused',
    'The owner of this endpoint has paused it.',
    'Ask the owner to resume it; the URL stays the same.',
  ),
  parameterInvalid: row(
    400,
    "Parameter '{parameter}' {problem}",
    'A query parameter has a value that it does not take. The error text names the parameter and the allowed values.',
    'Correct the value or leave the parameter out.',
  ),
  destinationNotConnected: row(
    400,
    "Parameter '{parameter}' needs a connected account, and no account is connected.",
    'The request asks to save the export to a destination, but the owner has connected no account for it.',
    'The owner connects an account (`connection authorize EMAIL --platform google`), or the parameter is left out.',
  ),
  saveRefused: row(
    423,
    'Could not save to {destination}.',
    'The export was ready, but the destination did not accept the credentials of the connection, or they do not allow saving there. `data` holds the reason.',
    'The owner reconnects the account (`--reconnect ID`), and checks that it may write to that place.',
  ),
  saveRateLimited: row(
    429,
    'Could not save to {destination}.',
    "The export was ready, but the destination's own rate limit was exceeded. `data` holds the reason.",
    'Wait as long as the Retry-After header says, or a minute, and ask again less often.',
  ),
  saveFailed: row(
    500,
    'Could not save to {destination}.',
    'The export was ready, but the destination failed or refused it. `data` holds the reason.',
    'Read `data`, put right what it names, and ask again. No credit was used, unless `data` says so: a webhook that was sent the whole export has been delivered to, whatever it answers.',
  ),
  bodyInvalid: row(
    400,
    '{problem}',
    'The JSON body of the request misses a field or has a wrong one. The error text names the field.',
    'Send `Content-Type: application/json` and an object with the fields `base`, `table` and, if wanted, `view`.',
  ),
  planFull: row(
    400,
    '{problem}',
    'The plan of the account allows no further endpoint, or has no space for the file. The error text says how much of it is used.',
    'Delete endpoints that are not needed any more, or choose a larger plan: what is deleted counts no longer at once.',
  ),
  eventRefused: row(
    400,
    'The signature of the event is wrong.',
    'A message to `/stripe/events` is not signed with the secret of the webhook, or is older than five minutes.',
    'Compare STRIPE_WEBHOOK_SECRET with the signing secret that Stripe shows for the webhook, and check the clock of the machine.',
  ),
  requestMalformed: row(
    400,
    'The request could not be read.',
    'The request line, a header or an escape sequence in the address is malformed.',
    'Check the address: special characters must be URL-encoded.',
  ),
  requestTooLarge: row(
    431,
    'The address and headers of the request are too large.',
    'They may have 16 KB together. Mostly a long `sql` statement, or many cookies.',
    'Shorten the statement, or have the owner fix it on a proxy.',
  ),
  bodyTooLarge: row(
    413,
    'The request is too large. Send less at once.',
    'The body of a request may have 64 KB, and 1 MB where it lists columns.',
    'Send fewer or shorter values at once, for example some of the columns now and the others in a second request.',
  ),
  requestTooSlow: row(
    408,
    'The request did not arrive in time.',
    'The headers of a request have 10 seconds to arrive, the whole of it 30.',
    'Send the request again, in one piece.',
  ),
  signInRequired: row(
    401,
    'Please sign in.',
    'The dashboard was asked without a session, or the session has ended.',
    'Sign in at the dashboard. What you have typed is kept.',
  ),
  crossOrigin: row(
    403,
    'This request came from another site.',
    'A page of another origin asked the dashboard to change something.',
    'Use the dashboard at its own address, the one in `BASE_URL`.',
  ),
  administratorsOnly: row(
    403,
    'Only administrators may do this.',
    'The account that is signed in is not an administrator.',
    'Ask an administrator, or sign in as one.',
  ),
  notFound: row(
    404,
    'There is nothing at this address.',
    'The object was deleted, belongs to another account, or the address is mistyped.',
    'Go back to the list, and open it from there.',
  ),
  inputInvalid: row(
    400,
    'Check the highlighted field.',
    'A value that the dashboard sent is missing or not allowed. `data` says which and why.',
    'Correct what `data` names, and try again.',
  ),
  changeRefused: row(
    409,
    'This cannot be done now.',
    'The plan, the payment or the account does not allow it, or somebody else changed the same thing. `data` says why.',
    'Do what `data` says, then try again.',
  ),
  paymentUnavailable: row(
    503,
    'The payment service cannot be reached right now. Nothing was paid or changed.',
    'Stripe did not answer, or does not accept the key of this service.',
    'Try again in a few minutes. If it stays, tell the administrator: the page System and the log say more.',
  ),
  tooManyAttempts: row(
    429,
    'Too many attempts. Try again in a moment.',
    'Signing in, signing up and mails with links are limited, for a client and for an address.',
    'Wait as long as the Retry-After header says, then try again.',
  ),
  tooManySignIns: row(
    503,
    'Too many people are signing in right now.',
    'Checking a password takes time and memory; more of them wait for it than the service checks in a few seconds.',
    'Try again in a moment. If it stays, tell the operator: somebody may be trying passwords.',
  ),
  previewTimeUsed: row(
    429,
    'Your previews have used up their time for now. Try again in {wait}.',
    'Previews are free, so the service computes them for a limited time per account and minute (`PREVIEW_SECONDS`). Slow statements use it up.',
    'Wait as long as the message says, or make the statement faster. Requests to the URL itself are not limited by this.',
  ),
  methodNotAllowed: row(
    405,
    'Method not allowed. Use GET.',
    'Export addresses can only be read.',
    'Send a GET request.',
  ),
  serviceBusy: row(
    503,
    'The service is busy.',
    'More statements wait for their turn, or more data is on its way to readers, than the service holds at once, of this endpoint or of all. No credit was used.',
    'Ask again after the time in the Retry-After header. A statement that runs shorter, and a reader that reads faster, let more of them through.',
  ),
  stateUnavailable: row(
    503,
    'The service cannot reach its own data right now. No credit was used.',
    'The database of the service is away or overloaded, or its disk is full.',
    'Ask again after the time in the Retry-After header. If it stays, tell the operator.',
  ),
  unexpected: row(
    500,
    'Something went wrong on our side. No credit was used.',
    'The service met a failure that it did not expect. The operator finds the details in the log under the request id.',
    'Try again. If it stays, tell the operator the request id from the `X-Request-Id` header.',
  ),
} as const satisfies Record<string, ErrorRow>;

export const allErrors: Readonly<Record<ErrorKey, ErrorRow>> = { ...specifiedErrors, ...ownErrors };

export type ErrorKey = keyof typeof specifiedErrors | keyof typeof ownErrors;

/** The URL of the error's documentation page, as in the `help` field. */
export function helpAddress(docsUrl: string, key: ErrorKey): string {
  return `${docsUrl}/errors/${errorPageName(key)}`;
}

/** `objectNotFound` has the page `object-not-found`. */
export function errorPageName(key: ErrorKey): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export interface ErrorDetails {
  /** Values for the placeholders of the text. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Becomes the `data` field of the body. */
  readonly data?: string;
  /** What the caller can do about it; becomes the `message` field of the body. */
  readonly advice?: string;
  readonly retryAfterSeconds?: number;
  /** The whole export was handed over before it failed. */
  readonly wasDelivered?: boolean;
  readonly cause?: unknown;
}

export class ServiceError extends Error {
  readonly key: ErrorKey;
  readonly status: number;
  readonly data: string | undefined;
  readonly advice: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly wasDelivered: boolean;

  constructor(key: ErrorKey, details: ErrorDetails = {}) {
    super(fill(allErrors[key].text, details.placeholders ?? {}), { cause: details.cause });
    this.name = 'ServiceError';
    this.key = key;
    this.status = allErrors[key].status;
    this.data = details.data;
    this.advice = details.advice;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.wasDelivered = details.wasDelivered ?? false;
  }
}

/** A failure that is paid for, because what was asked for had been delivered before. */
export class ChargedError extends ServiceError {
  /** None of an account without a limit. */
  readonly credits: number;

  constructor(failure: ServiceError, credits: number) {
    const { key, advice, retryAfterSeconds, message } = failure;
    const data = [failure.data, credits > 0 && 'Everything had been sent, so one credit was used.'];
    super(key, {
      data: data.filter(Boolean).join(' '),
      ...(advice !== undefined && { advice }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      cause: failure,
    });
    this.message = message;
    this.credits = credits;
  }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

const busySeconds = 10;

/** Overload of our own (contract 7.5.1). */
export function serviceBusy(): ServiceError {
  return new ServiceError('serviceBusy', { retryAfterSeconds: busySeconds });
}
