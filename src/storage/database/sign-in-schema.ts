/** The tables of sign-in, as the library for it fills them: times are ISO texts, flags are numbers. */

/** Who can sign in to the account with the same id. Dates are ISO texts here and in the next four tables. */
export interface UserRow {
  id: string;
  name: string;
  email: string;
  email_verified: number;
  image: string | null;
  created_at: string;
  updated_at: string;
}

export interface SignInMethodRow {
  id: string;
  user_id: string;
  /** `credential` for a password, or `google`. */
  provider: string;
  provider_user_id: string;
  /** scrypt as `salt:key` in hexadecimal. */
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: string | null;
  refresh_token_expires_at: string | null;
  scope: string | null;
  created_at: string;
  updated_at: string;
}

export interface SessionRow {
  id: string;
  user_id: string;
  token: string;
  expires_at: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
}

export interface VerificationRow {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** Requests for signing in, counted for their limit. */
export interface AttemptRow {
  id: string;
  key: string;
  count: number;
  last_request: number;
}

export interface InvitationRow {
  digest: string;
  email: string;
  ends_at: number;
  created_at: number;
}

/** A link that makes the first administrator. */
export interface SetupLinkRow {
  digest: string;
  created_at: number;
}
