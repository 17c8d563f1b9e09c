/** Row types of connections to platforms, the consents that make them, and what webhooks are signed with. */

export interface ConnectionRow {
  id: string;
  account_id: string;
  platform: string;
  state: string;
  /** Sealed; null after the owner has disconnected it. */
  secret: string | null;
  /** Expiry of the access token, if known. */
  expires_at: number | null;
  /** Lease of the process that refreshes the token, by the database clock. */
  refreshing_until: number | null;
  /** Incremented by every change of the secret or the state. */
  version: number;
  created_at: number;
  /** Whose account it is at the platform, if the platform told. */
  account_name: string | null;
  /** When the platform was last known to accept or refuse it. */
  checked_at: number | null;
  /** Why the platform refused it the last time; null since it has accepted it. */
  problem: string | null;
  /** What its owner calls it; null for what the platform says. */
  name: string | null;
}

/** An OAuth authorization in progress. */
export interface ConsentRow {
  /** Digest of the `state` parameter that is returned with the code. */
  digest: string;
  account_id: string;
  platform: string;
  /** The connection to renew; null for a new one. */
  connection_id: string | null;
  /** PKCE code verifier, sealed. */
  verifier: string;
  ends_at: number;
  /** 1: begun in the dashboard, and completed only in a browser that is signed in to the account. */
  needs_session: number;
  /** `taken`, then `done` (with the connection in `connection_id`) or `refused`; null until the owner comes back. */
  outcome: string | null;
  /** Why it was refused. */
  problem: string | null;
}

export interface WebhookSecretRow {
  account_id: string;
  /** Sealed. */
  secret: string;
}
