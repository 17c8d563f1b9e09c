/**
 * Every setting of the service as one row: environment variable, default, meaning and check. The reference page
 * is generated from the rows; a bad value stops the start with one clear line (contract 10.2.1).
 */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  anyText,
  bucketAddress,
  isMailServer,
  networks,
  type PlanNumbers,
  planNumbers,
  webAddress,
  wholeNumber,
  writtenPlanNumbers,
} from './setting-checks.ts';

interface Setting<T> {
  readonly variable: string;
  /** As it would be written in the environment; empty when there is none, or when it follows from others. */
  readonly fallback: string;
  readonly meaning: string;
  readonly check: z.ZodType<T, string>;
}

const setting = <T>(
  variable: string,
  fallback: string,
  meaning: string,
  check: z.ZodType<T, string>,
): Setting<T> => ({
  variable,
  fallback,
  meaning,
  check,
});

const storageMb: PlanNumbers = { trial: 100, lite: 1_000, standard: 5_000, pro: 20_000, custom: 100_000 };
const endpointsOfPlans: PlanNumbers = { trial: 25, lite: 100, standard: 500, pro: 2_500, custom: 10_000 };

export const settings = {
  port: setting('PORT', '8080', 'Port of the service; 0 takes any free one.', wholeNumber(0, 65_535)),
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address the service listens on; `0.0.0.0` or `::` for all.',
    z.string().min(1, 'must not be empty'),
  ),
  baseUrl: setting(
    'BASE_URL',
    '',
    'Address under which clients reach the service. Default: `http://localhost:PORT`.',
    webAddress,
  ),
  siteUrl: setting(
    'SITE_URL',
    '',
    'Address named in error texts for logging in. Default: `BASE_URL/app/`.',
    webAddress,
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    '',
    'Addresses or networks of reverse proxies in front of the service, separated by commas: `127.0.0.1, 10.0.0.0/8`. Their `X-Forwarded-For` tells who the client is. Without it all clients behind a proxy share one limit of attempts to sign in.',
    networks,
  ),
  docsUrl: setting(
    'DOCS_URL',
    '',
    'Address that `help` links of errors begin with. Default: `BASE_URL/docs`.',
    webAddress,
  ),
  dataDir: setting(
    'DATA_DIR',
    'data',
    'Folder for the database, uploads and scratch files.',
    z.string().min(1, 'must not be empty'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'Where the service keeps its own state: `postgres://…`, or `sqlite:FILE`. Default: `sqlite:DATA_DIR/tablecast.sqlite`.',
    z.string().regex(/^$|^postgres(ql)?:\/\/.|^sqlite:./, 'must begin with postgres:// or sqlite:'),
  ),
  databasePool: setting(
    'DATABASE_POOL',
    '8',
    'Most connections of this process to PostgreSQL. All replicas together, and what else uses the server, must stay below its `max_connections`.',
    wholeNumber(1, 1_000),
  ),
  databaseWaitMs: setting(
    'DATABASE_WAIT_MS',
    '30000',
    'How long the start waits for a PostgreSQL that cannot be reached yet, in milliseconds.',
    wholeNumber(0, 3_600_000),
  ),
  uploadsUrl: setting(
    'UPLOADS_URL',
    '',
    'Where uploads live: `s3://BUCKET/PREFIX`, for several machines. Default: the folder `DATA_DIR/uploads`.',
    bucketAddress,
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    '',
    'Address of a store that speaks S3, which is then asked with the bucket in the path. Default: that of Amazon S3 in `AWS_REGION`.',
    webAddress,
  ),
  awsRegion: setting(
    'AWS_REGION',
    '',
    'Region of the bucket. Default: what the profile of the machine says; `us-east-1` with `S3_ENDPOINT`.',
    anyText,
  ),
  awsAccessKeyId: setting(
    'AWS_ACCESS_KEY_ID',
    '',
    'Access key for the bucket. Default: the role of the machine, or its profile.',
    anyText,
  ),
  awsSecretAccessKey: setting('AWS_SECRET_ACCESS_KEY', '', 'Its secret.', anyText),
  awsSessionToken: setting(
    'AWS_SESSION_TOKEN',
    '',
    'Its session token, when it is a temporary one.',
    anyText,
  ),
  uploadsCacheMb: setting(
    'UPLOADS_CACHE_MB',
    '4096',
    'Most disk space for local copies of the uploads in a bucket, in megabytes. An upload that does not fit into it whole cannot be served.',
    wholeNumber(1, 16_777_216),
  ),
  maxUploadMb: setting(
    'MAX_UPLOAD_MB',
    '200',
    'Largest CSV file that can be uploaded, in megabytes.',
    wholeNumber(1, 4_096),
  ),
  planStorageMb: setting(
    'PLAN_STORAGE_MB',
    writtenPlanNumbers(storageMb),
    'Most space that the files of an account take in the store, for each plan, in megabytes: `trial=200, pro=none` changes two of them. An account without a limit of credits has none here either.',
    planNumbers(storageMb),
  ),
  planEndpoints: setting(
    'PLAN_ENDPOINTS',
    writtenPlanNumbers(endpointsOfPlans),
    'Most endpoints of an account, for each plan, written in the same way.',
    planNumbers(endpointsOfPlans),
  ),
  writeTimeLimitMs: setting(
    'WRITE_TIME_LIMIT_MS',
    '60000',
    'Longest that a client may take no byte of its answer, in milliseconds; then its connection is closed.',
    wholeNumber(500, 3_600_000),
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    '',
    'Most connections of clients at once. For one more, the one that has been idle for longest is closed; when none is idle, the new one is answered with 503. Default: four fifths of the open files that the system allows this process, and at most 20,000.',
    z.union(
      [z.literal('').transform(() => undefined), wholeNumber(10, 1_000_000)],
      'must be a whole number from 10 to 1000000, or empty',
    ),
  ),
  stopGraceMs: setting(
    'STOP_GRACE_MS',
    '5000',
    'How long the service goes on answering after SIGTERM, in milliseconds, while `/ready` says 503 and every answer closes its connection. SIGINT ends it at once.',
    wholeNumber(0, 25_000),
  ),
  scratchMb: setting(
    'SCRATCH_MB',
    '8192',
    'Most disk space for data of exports under way, in megabytes; half of it for one endpoint. Beyond that the answer is 503.',
    wholeNumber(16, 1_048_576),
  ),
  renderedMb: setting(
    'RENDERED_MB',
    '1024',
    'Most disk space for rendered and compressed bodies of large uploads, which a second reader is sent as they are, in megabytes; 0 keeps none.',
    wholeNumber(0, 1_048_576),
  ),
  sqlTimeLimitMs: setting(
    'SQL_TIME_LIMIT_MS',
    '10000',
    'Longest a `sql` statement may run, in milliseconds.',
    wholeNumber(50, 600_000),
  ),
  previewSeconds: setting(
    'PREVIEW_SECONDS',
    '30',
    'How long the service computes previews of one account, in seconds per minute and process. Previews are free; more of them get 429.',
    wholeNumber(1, 600),
  ),
  sqlMemoryLimitMb: setting(
    'SQL_MEMORY_LIMIT_MB',
    '512',
    'Most memory a `sql` statement may use, and largest result, in megabytes.',
    wholeNumber(256, 65_536),
  ),
  sqlProcesses: setting(
    'SQL_PROCESSES',
    '2',
    'How many `sql` statements may run at once.',
    wholeNumber(1, 64),
  ),
  sourceTimeLimitMs: setting(
    'SOURCE_TIME_LIMIT_MS',
    '600000',
    "Longest that reading a source may take in all, waiting for the platform's limits included, in milliseconds; one call never takes longer than a minute.",
    wholeNumber(50, 86_400_000),
  ),
  secretKey: setting(
    'SECRET_KEY',
    '',
    'Key of at least 32 characters that credentials of platforms are encrypted with; the same on every replica. Several, separated by commas: the first encrypts, the others still decrypt. Default: made at the first start and kept in `DATA_DIR/secret-key`.',
    z
      .string()
      .regex(/^$|^[^,\s]{32,}(\s*,\s*[^,\s]{32,})*$/, 'must have at least 32 characters without spaces')
      .transform((keys) =>
        keys
          .split(',')
          .map((key) => key.trim())
          .filter(Boolean),
      ),
  ),
  airtableApiUrl: setting(
    'AIRTABLE_API_URL',
    'https://api.airtable.com',
    'Address of the API of Airtable.',
    webAddress,
  ),
  airtableOauthUrl: setting(
    'AIRTABLE_OAUTH_URL',
    'https://airtable.com',
    'Address where Airtable gives OAuth tokens.',
    webAddress,
  ),
  airtableClientId: setting(
    'AIRTABLE_CLIENT_ID',
    '',
    'Client id of your OAuth integration at Airtable; needed for connections by OAuth.',
    anyText,
  ),
  airtableClientSecret: setting(
    'AIRTABLE_CLIENT_SECRET',
    '',
    'Its client secret; empty when the integration has none.',
    anyText,
  ),
  notionApiUrl: setting(
    'NOTION_API_URL',
    'https://api.notion.com',
    'Address of the API of Notion.',
    webAddress,
  ),
  googleApiUrl: setting(
    'GOOGLE_API_URL',
    '',
    'One address for the APIs of Google Sheets and Drive. Default: those of Google.',
    webAddress,
  ),
  googleOauthUrl: setting(
    'GOOGLE_OAUTH_URL',
    '',
    'One address for consent and tokens of Google. Default: those of Google.',
    webAddress,
  ),
  googleClientId: setting(
    'GOOGLE_CLIENT_ID',
    '',
    'Client id of your project at Google; needed for connections to Google.',
    anyText,
  ),
  googleClientSecret: setting('GOOGLE_CLIENT_SECRET', '', 'Its client secret.', anyText),
  webhookPrivateAddresses: setting(
    'WEBHOOK_PRIVATE_ADDRESSES',
    'false',
    '`true` lets webhooks go to addresses in private networks, for a service that only trusted people use.',
    z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true'),
  ),
  signUp: setting(
    'SIGN_UP',
    'closed',
    'Who may make an account in the dashboard: `closed` for nobody, `invite` for those whom an administrator invites, `open` for everybody.',
    z.enum(['closed', 'invite', 'open'], 'must be closed, invite or open'),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server that mails are sent by: `smtp://USER:PASSWORD@HOST:587`, or `smtps://…`. Without it mails are kept and listed by `mail list`.',
    z
      .string()
      .refine(
        (value) => value === '' || isMailServer(value),
        'must be like smtp://USER:PASSWORD@HOST:587, with special characters percent-encoded',
      ),
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Tablecast <tablecast@localhost>',
    'Sender of the mails: an address, or a name and the address in angle brackets.',
    z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an e-mail address'),
  ),
  usageDays: setting(
    'USAGE_DAYS',
    '90',
    'How many days single hits are kept for `usage`; their sums by day are kept for two years.',
    wholeNumber(1, 3_650),
  ),
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    '',
    'Secret key of your Stripe account; without it an administrator sets plans.',
    anyText,
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    '',
    'Signing secret of the webhook at Stripe that posts to `BASE_URL/stripe/events`.',
    anyText,
  ),
  stripeApiUrl: setting(
    'STRIPE_API_URL',
    'https://api.stripe.com',
    'Address of the API of Stripe.',
    webAddress,
  ),
  metricsPort: setting(
    'METRICS_PORT',
    '',
    'Port of `/metrics` for Prometheus, on HOST; empty for none.',
    z.union(
      [z.literal('').transform(() => undefined), wholeNumber(0, 65_535)],
      'must be a port number or empty',
    ),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Least level that is logged; `info` has a line for each request. Default on a terminal: `warn`.',
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    ),
  ),
} as const satisfies Record<string, Setting<unknown>>;

type Settings = { readonly [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['check']> };

export type Config = Settings & {
  readonly uploadsDir: string;
  readonly uploadCopiesDir: string;
  readonly scratchDir: string;
};

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = readSettings(environment);
  const baseUrl = given.baseUrl || `http://localhost:${given.port}`;
  const dataDir = resolve(given.dataDir);
  return {
    ...given,
    baseUrl,
    siteUrl: given.siteUrl || `${baseUrl}/app/`,
    docsUrl: given.docsUrl || `${baseUrl}/docs`,
    dataDir,
    databaseUrl: given.databaseUrl || `sqlite:${join(dataDir, 'tablecast.sqlite')}`,
    uploadsDir: join(dataDir, 'uploads'),
    uploadCopiesDir: join(dataDir, 'upload-copies'),
    scratchDir: join(dataDir, 'scratch'),
  };
}

function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const values = Object.entries(settings).map(([name, { variable, fallback, check }]) => {
    const result = check.safeParse(environment[variable]?.trim() || fallback);
    if (result.success) return [name, result.data];
    const problem = result.error.issues[0]?.message ?? 'is wrong';
    throw new Error(`Setting ${variable} ${problem} (see docs/reference/settings.md).`);
  });
  // Each value has passed the check of its own row, from which `Settings` takes its type.
  return Object.fromEntries(values) as Settings;
}
