/**
 * Every setting of the service: its environment variable, default, meaning and check, as one table. The
 * reference page is generated from it; a bad value stops the start with one clear line (DESIGN section 3).
 */
import { join, resolve } from 'node:path';
import { z } from 'zod';

interface Setting<T> {
  readonly variable: string;
  /** As it would be written in the environment; a function when it follows from other settings. */
  readonly fallback: string;
  readonly meaning: string;
  readonly check: z.ZodType<T, string>;
}

const wholeNumber = (low: number, high: number): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(low, `must be a whole number from ${low} to ${high}`)
        .max(high, `must be a whole number from ${low} to ${high}`),
    );

const webAddress: z.ZodType<string, string> = z
  .string()
  .refine(
    (value) => value === '' || (/^https?:\/\//.test(value) && URL.canParse(value)),
    'must be an address that begins with http:// or https://',
  )
  .transform((value) => value.replace(/\/+$/, ''));

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
  maxUploadMb: setting(
    'MAX_UPLOAD_MB',
    '200',
    'Largest CSV file that can be uploaded, in megabytes.',
    wholeNumber(1, 4_096),
  ),
  sqlTimeLimitMs: setting(
    'SQL_TIME_LIMIT_MS',
    '10000',
    'Longest a `sql` statement may run, in milliseconds.',
    wholeNumber(50, 600_000),
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
    'Least level that is logged.',
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    ),
  ),
} as const satisfies Record<string, Setting<unknown>>;

type Settings = { readonly [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['check']> };

export type Config = Settings & { readonly uploadsDir: string; readonly scratchDir: string };

export class SettingError extends Error {
  override readonly name = 'SettingError';
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = <T>({ variable, fallback, check }: Setting<T>): T => {
    const result = check.safeParse(environment[variable]?.trim() || fallback);
    if (result.success) return result.data;
    throw new SettingError(
      `Setting ${variable} ${result.error.issues[0]?.message ?? 'is wrong'} (see docs/reference/settings.md).`,
    );
  };
  const port = read(settings.port);
  const baseUrl = read(settings.baseUrl) || `http://localhost:${port}`;
  const dataDir = resolve(read(settings.dataDir));
  return {
    port,
    host: read(settings.host),
    baseUrl,
    siteUrl: read(settings.siteUrl) || `${baseUrl}/app/`,
    docsUrl: read(settings.docsUrl) || `${baseUrl}/docs`,
    dataDir,
    databaseUrl: read(settings.databaseUrl) || `sqlite:${join(dataDir, 'tablecast.sqlite')}`,
    maxUploadMb: read(settings.maxUploadMb),
    sqlTimeLimitMs: read(settings.sqlTimeLimitMs),
    sqlMemoryLimitMb: read(settings.sqlMemoryLimitMb),
    sqlProcesses: read(settings.sqlProcesses),
    metricsPort: read(settings.metricsPort),
    logLevel: read(settings.logLevel),
    uploadsDir: join(dataDir, 'uploads'),
    scratchDir: join(dataDir, 'scratch'),
  };
}
