/** Row types of what is kept of accounts beside the accounts themselves: those that were deleted, and who changed what. */

/** An account that was deleted; it can be brought back until it is removed. */
export interface ClosedAccountRow {
  id: string;
  email: string;
  /** Its row as JSON; empty for one that was deleted before there was this table. */
  account: string;
  /** Its scheduled jobs with the times at which they were due next, as JSON. */
  jobs: string;
  /** `owner` or `administrator`. */
  closed_by: string;
  closed_at: number;
  /** From then on what it has here is removed. */
  remove_at: number;
  /** 1: the removal has begun, and there is no way back. */
  is_removing: number;
  /** How often the platforms were asked in vain to revoke its connections. */
  revoke_attempts: number;
  restore_digest: string | null;
}

/** Who changed what; append-only but for `times`. */
export interface AuditEntryRow {
  /** Begins with the time, so that ids are in its order. */
  id: string;
  at: number;
  /** Null of the command line and of the service itself. */
  actor_id: string | null;
  /** The e-mail address at that time, `command line` or `system`. */
  actor: string;
  action: string;
  /** The account whose things it is about, and its e-mail address at that time. */
  account_id: string | null;
  account: string | null;
  /** What was changed: its kind, id, and name at that time. */
  kind: string;
  target_id: string | null;
  target: string | null;
  /** JSON, without secrets. */
  details: string;
  address: string | null;
  user_agent: string | null;
  /** More than 1 where the same was done so often that it is only counted. */
  times: number;
}
