/** What a setting of the service may be written as; each check reads its value as well (contract 10.2.1). */
import { z } from 'zod';

export const wholeNumber = (low: number, high: number): z.ZodType<number, string> =>
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

export const webAddress: z.ZodType<string, string> = z
  .string()
  .refine(
    (value) => value === '' || (/^https?:\/\//.test(value) && URL.canParse(value)),
    'must be an address that begins with http:// or https://',
  )
  .transform((value) => value.replace(/\/+$/, ''));

export const anyText = z.string();

export function isMailServer(value: string): boolean {
  if (!/^smtps?:\/\/[^\s/]/.test(value) || !URL.canParse(value)) return false;
  const { username, password, hostname } = new URL(value);
  return hostname !== '' && [username, password].every((part) => /^(?:[^%]|%[\da-f]{2})*$/i.test(part));
}

export interface BucketAddress {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

export const bucketAddress: z.ZodType<BucketAddress | undefined, string> = z
  .string()
  .regex(/^$|^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.!*'()/-]*)?$/, 'must be like s3://BUCKET/PREFIX')
  .transform((value) => {
    const [, bucket, path = ''] = /^s3:\/\/([^/]+)(.*)$/.exec(value) ?? [];
    const prefix = path.split('/').filter(Boolean).join('/');
    return bucket === undefined ? undefined : { bucket, prefix: prefix && `${prefix}/` };
  });

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be like 127.0.0.1,10.0.0.0/8');
export const networks = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(network));

/** A number for each plan that is named; null for none. */
export type PlanNumbers = Readonly<Record<PlanWord, number | null>>;
const planWords = ['trial', 'lite', 'standard', 'pro', 'custom'] as const;
type PlanWord = (typeof planWords)[number];

/** `trial=100, pro=none`: a plan that is not named keeps its default. */
export const planNumbers = (defaults: PlanNumbers): z.ZodType<PlanNumbers, string> =>
  z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^(trial|lite|standard|pro|custom)=(\d{1,9}|none)$/, 'must be like trial=100, pro=none'),
      ),
    )
    .transform((parts) => ({ ...defaults, ...Object.fromEntries(parts.map(planNumber)) }));

function planNumber(part: string): [string, number | null] {
  const [plan = '', number = ''] = part.split('=');
  return [plan, number === 'none' ? null : Number(number)];
}

/** As it would be written. */
export const writtenPlanNumbers = (numbers: PlanNumbers): string =>
  planWords.map((plan) => `${plan}=${numbers[plan] ?? 'none'}`).join(', ');
