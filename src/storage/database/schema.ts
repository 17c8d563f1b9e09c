/**
 * Row types of every table of the service's own database, the same on SQLite and PostgreSQL. Times are milliseconds
 * since 1970, flags are 0 or 1, lists and objects are JSON text.
 */
import type { Generated } from 'kysely';
import type { AuditEntryRow, ClosedAccountRow } from './account-schema.ts';
import type { BinRow, EndpointTagRow } from './bin-schema.ts';
import type { ConnectionRow, ConsentRow, WebhookSecretRow } from './connection-schema.ts';
import type {
  AttemptRow,
  InvitationRow,
  SessionRow,
  SetupLinkRow,
  SignInMethodRow,
  UserRow,
  VerificationRow,
} from './sign-in-schema.ts';
import type { AccountNoteRow, EndpointOutcomeRow, IncomeDayRow, MailChoiceRow } from './state-schema.ts';

export interface Schema {
  schema_version: { version: number };
  accounts: Searched<AccountRow, 'email'>;
  closed_accounts: ClosedAccountRow;
  trials: TrialRow;
  credit_entries: CreditEntryRow;
  credit_holds: CreditHoldRow;
  instances: InstanceRow;
  api_keys: ApiKeyRow;
  endpoints: Searched<EndpointRow, 'name'>;
  proxies: ProxyRow;
  uploads: UploadRow;
  outbox: Searched<OutboxRow, 'recipient'>;
  notices: NoticeRow;
  mail_choices: MailChoiceRow;
  export_ran_notices: ExportRanNoticeRow;
  jobs: JobRow;
  job_runs: JobRunRow;
  hits: HitRow;
  usage_days: UsageDayRow;
  endpoint_totals: EndpointTotalRow;
  endpoint_outcomes: EndpointOutcomeRow;
  subscriptions: SubscriptionRow;
  payment_events: PaymentEventRow;
  users: UserRow;
  sign_in_methods: SignInMethodRow;
  sessions: SessionRow;
  verifications: VerificationRow;
  attempts: AttemptRow;
  invitations: InvitationRow;
  setup_links: SetupLinkRow;
  connections: ConnectionRow;
  consents: ConsentRow;
  webhook_secrets: WebhookSecretRow;
  rate_limit_slots: RateLimitSlotRow;
  secret_marks: SecretMarkRow;
  transaction_marks: TransactionMarkRow;
  audit_entries: AuditEntryRow;
  bin: BinRow;
  endpoint_tags: EndpointTagRow;
  account_notes: AccountNoteRow;
  income_days: IncomeDayRow;
}

/** With a column as `foldedText` makes it, for searches. */
type Searched<Row, Column extends string> = Row & { [Name in `${Column}_folded`]: Generated<string> };

export interface AccountRow {
  id: string;
  email: string;
  plan: string;
  /** Credits per billing cycle if they differ from the plan's (custom plan). */
  allocation: number | null;
  /** The balance, always equal to the sum of the account's credit entries; null for no limit. */
  credits: number | null;
  /** Credits on hold for requests in progress. */
  held: number;
  /** Billing cycles begin on the monthly anniversaries of this time. */
  cycle_anchor: number;
  /** End of the current cycle; null if credits are never reset. */
  cycle_ends: number | null;
  subscription_ends: number | null;
  initialised: number;
  blocked: number;
  admin: number;
  created_at: number;
  /** Incremented by every change except to `credits`, `held` and `requests`. */
  revision: number;
  /** Requests of its endpoints while it is on the trial, refused ones too. */
  requests: number;
}

/** The columns that decide whether a hit is served. */
export type OwnerStatusRow = Omit<AccountRow, 'admin' | 'created_at' | 'revision' | 'requests'>;

interface TrialRow {
  /** Digest of the e-mail address; kept when the account is deleted, so that the trial stays one-time. */
  email_digest: string;
  granted_at: number;
}

/** Append-only. */
export interface CreditEntryRow {
  id: string;
  account_id: string;
  kind: string;
  amount: number;
  endpoint_id: string | null;
  at: number;
}

/** Number of credits of an account that a process has on hold. */
interface CreditHoldRow {
  account_id: string;
  instance_id: string;
  held: number;
}

interface InstanceRow {
  id: string;
  seen_at: number;
}

export interface ApiKeyRow {
  digest: string;
  account_id: string;
  /** The first characters of the key, to distinguish keys in a list. */
  hint: string;
  created_at: number;
}

export interface EndpointRow {
  id: string;
  account_id: string;
  name: string;
  type: string;
  source: string;
  source_settings: string;
  fields: string | null;
  token_digest: string | null;
  custom_parameters: string;
  created_at: number;
  /** Incremented by every change. */
  revision: number;
  /** Null if the source is not a platform. */
  connection_id: string | null;
  /** Spreadsheets that `save_to_gsheets` may write to. */
  allowed_spreadsheets: string;
  description: string;
  /** Whether it has a public page. */
  is_public: number;
  /** `names`, `ids` or `json`. */
  linked_records: string;
  /** Null while it is not paused. */
  paused_at: number | null;
}

export interface ProxyRow {
  digest: string;
  /** The first characters of the id, to distinguish proxies in a list. */
  hint: string;
  endpoint_id: string;
  parameters: string;
  created_at: number;
  /** Null: one that was made without. */
  name: string | null;
  /** As `foldedText` makes it, for searches. */
  name_folded: string | null;
  /** Incremented by every change. */
  revision: number;
}

export interface UploadRow {
  /** Also the name of the upload's folder. */
  id: string;
  endpoint_id: string;
  file_name: string;
  bytes: number;
  rows: number;
  created_at: number;
  /** When a newer upload replaced it or its endpoint was deleted. */
  retired_at: number | null;
  /** The account whose file it is until an endpoint has it; null otherwise. */
  draft_of: string | null;
  /** Whose it is, also when it is retired; null while it arrives. */
  account_id: string | null;
  /** What it takes in the store. */
  stored_bytes: number;
}

export interface OutboxRow {
  id: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  created_at: number;
  sent_at: number | null;
  /** Null of mails that belong to no account. */
  account_id: string | null;
  html: string | null;
  attempts: number;
  /** When it is tried next; null when it was sent or given up. */
  due_at: number | null;
  /** Lease of the process that sends it, by the database clock. */
  claimed_until: number | null;
  last_error: string | null;
  /** Null of a mail that always arrives. */
  kind: string | null;
}

/** Something that is told only once. */
interface NoticeRow {
  key: string;
  at: number;
}

/** The last mail of `email_me` for an endpoint, and how many exports ran since without one. */
interface ExportRanNoticeRow {
  endpoint_id: string;
  mailed_at: number;
  since: number;
}

export interface JobRow {
  id: string;
  account_id: string;
  endpoint_id: string;
  name: string;
  /** Of contract 4.6, as JSON. */
  parameters: string;
  /** The view that it exports; null: the parameters alone say what. */
  proxy_digest: string | null;
  /** Null without a webhook. */
  webhook_url: string | null;
  cadence: string;
  /** `HH:MM`. */
  time_of_day: string;
  /** IANA. */
  zone: string;
  /** 1 is Monday; null unless weekly. */
  weekday: number | null;
  /** 31 is the last day of any month; null unless monthly. */
  day: number | null;
  /** Null while it is paused. */
  next_run_at: number | null;
  created_at: number;
  /** Incremented by every change. */
  revision: number;
}

export interface JobRunRow {
  id: string;
  job_id: string;
  account_id: string;
  due_at: number;
  /** `waiting`, `running`, `succeeded` or `failed`. */
  state: string;
  claim: string | null;
  /** Lease of that process, by the database clock. */
  claimed_until: number | null;
  attempts: number;
  started_at: number | null;
  ended_at: number | null;
  rows: number | null;
  bytes: number | null;
  /** `error` and `data` of contract 7.1; null unless it failed. */
  error: string | null;
  data: string | null;
}

export interface HitRow {
  at: number;
  endpoint_id: string;
  /** The first characters of a proxy's id. */
  proxy: string | null;
  status: number;
  /** Key of the error. */
  error: string | null;
  type: string | null;
  rows: number | null;
  bytes: number;
  ms: number;
  credits: number;
  user_agent: string | null;
  /** Names of parameters that had no effect. */
  ignored: string | null;
  /** What changed or was refused at the source; null of what the caller caused. */
  data: string | null;
}

export interface UsageDayRow {
  endpoint_id: string;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  hits: number;
  failed: number;
  credits: number;
  rows: number;
  bytes: number;
  ms: number;
}

export interface EndpointTotalRow {
  endpoint_id: string;
  last_hit_at: number;
  /** End of the billing cycle that `cycle_hits` counts in; 0 for an owner without cycles. */
  cycle: number;
  cycle_hits: number;
}

export interface SubscriptionRow {
  account_id: string;
  /** `monthly` or `annual`. */
  interval: string;
  /** Null where the term is the billing cycle. */
  paid_until: number | null;
  /** The plan that follows at the end of the paid time; `none` after a cancellation; null for the same again. */
  next_plan: string | null;
  /** Null for the same again. */
  next_interval: string | null;
  /** Since a payment failed; null otherwise. */
  grace_ends: number | null;
  /** When the sweep has something to do with it; null for nothing. */
  due_at: number | null;
  /** Ids at the payment provider; null where an administrator sets plans. */
  customer: string | null;
  external_id: string | null;
  /** Incremented by every change. */
  version: number;
}

/** An event of the payment provider that has been worked off. */
interface PaymentEventRow {
  id: string;
  type: string;
  at: number;
}

/** One of the calls that a rate limit permits within its time; `at` is when it was last used. */
interface RateLimitSlotRow {
  limit_key: string;
  slot: number;
  at: number;
}

/** A known text, sealed, by which a process checks that it has the right key. */
interface SecretMarkRow {
  id: string;
  sealed: string;
}

interface TransactionMarkRow {
  id: string;
  at: number;
}
