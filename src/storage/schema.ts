/**
 * Row types of every table of the service's own state, the same on SQLite and PostgreSQL (section 2).
 * Times are milliseconds since 1970, flags are 0 or 1, lists and objects are JSON text.
 */

export interface Schema {
  schema_version: { version: number };
  accounts: AccountRow;
  trials: TrialRow;
  credit_entries: CreditEntryRow;
  credit_holds: CreditHoldRow;
  instances: InstanceRow;
  api_keys: ApiKeyRow;
  endpoints: EndpointRow;
  proxies: ProxyRow;
  uploads: UploadRow;
  outbox: OutboxRow;
  connections: ConnectionRow;
  consents: ConsentRow;
  webhook_secrets: WebhookSecretRow;
  rate_limit_slots: RateLimitSlotRow;
  secret_marks: SecretMarkRow;
}

export interface AccountRow {
  id: string;
  email: string;
  plan: string;
  /** Credits of each billing cycle where they differ from the plan's (custom plan). */
  allocation: number | null;
  /** The balance, always the sum of the account's credit entries; null for no limit. */
  credits: number | null;
  /** Credits of requests under way. */
  held: number;
  /** The moment of which every billing cycle is an anniversary. */
  cycle_anchor: number;
  /** When the running cycle ends; null where nothing is ever reset. */
  cycle_ends: number | null;
  subscription_ends: number | null;
  initialised: number;
  blocked: number;
  admin: number;
  /** scrypt, as `salt:key` in hexadecimal; null until the owner has a password. */
  password_hash: string | null;
  created_at: number;
  /** Goes up with every change but those of `credits` and `held`. */
  revision: number;
}

/** What decides whether a hit is served. */
export type OwnerStatusRow = Omit<AccountRow, 'admin' | 'password_hash' | 'created_at' | 'revision'>;

export interface TrialRow {
  /** Of the e-mail address, so that a trial stays one-time when the account is deleted. */
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

/** How many credits of an account a process has on hold. */
export interface CreditHoldRow {
  account_id: string;
  instance_id: string;
  held: number;
}

export interface InstanceRow {
  id: string;
  seen_at: number;
}

export interface ApiKeyRow {
  digest: string;
  account_id: string;
  /** The first characters, to tell keys apart. */
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
  /** Goes up with every change. */
  revision: number;
  /** Null where the source is no platform. */
  connection_id: string | null;
  /** Spreadsheets that `save_to_gsheets` may write to. */
  allowed_spreadsheets: string;
}

export interface ProxyRow {
  digest: string;
  id: string;
  endpoint_id: string;
  parameters: string;
  created_at: number;
}

export interface UploadRow {
  /** Also the name of the folder. */
  id: string;
  endpoint_id: string;
  file_name: string;
  bytes: number;
  rows: number;
  created_at: number;
  /** Since when another upload has taken its place. */
  retired_at: number | null;
}

export interface OutboxRow {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  sent_at: number | null;
}

export interface ConnectionRow {
  id: string;
  account_id: string;
  platform: string;
  state: string;
  /** Sealed; null once the owner has disconnected it. */
  secret: string | null;
  /** Of the access token, where it is known. */
  expires_at: number | null;
  /** Until when one process alone is refreshing it, by the database's clock. */
  refreshing_until: number | null;
  /** Goes up with every change of the secret or the state. */
  version: number;
  created_at: number;
}

/** A connection that somebody has begun to make by OAuth. */
export interface ConsentRow {
  /** Of the `state` that comes back with the code. */
  digest: string;
  account_id: string;
  platform: string;
  /** The connection that is to be renewed; null for a new one. */
  connection_id: string | null;
  /** Of PKCE, sealed. */
  verifier: string;
  ends_at: number;
}

export interface WebhookSecretRow {
  account_id: string;
  /** Sealed. */
  secret: string;
}

/** One of the calls that a rate limit permits within its time; `at` is when it was last used. */
export interface RateLimitSlotRow {
  limit_key: string;
  slot: number;
  at: number;
}

/** A known text, sealed, by which a process sees whether it has the right key. */
export interface SecretMarkRow {
  id: string;
  sealed: string;
}
