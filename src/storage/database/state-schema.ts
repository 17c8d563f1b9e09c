/** Row types of the states of endpoints and of what their owners want to hear; what administrators keep. */

/** The last outcome of a request or a preview that says something about its endpoint. */
export interface EndpointOutcomeRow {
  endpoint_id: string;
  /** When it was known; an older one never takes the place of a newer one. */
  at: number;
  /** `working`, `source changed`, `connection stopped` or `failing`. */
  state: string;
  /** Key of the error; null while it works. */
  error: string | null;
  data: string | null;
  /** Since when it has this state. */
  since: number;
  /** Requests that failed since. */
  failures: number;
  /** The problem that its owner was last told of by mail; null when it was told to be over. */
  told: string | null;
  mailed_at: number | null;
}

/** Which kinds of mails an account does not want, and the key of the links that say so. */
export interface MailChoiceRow {
  account_id: string;
  link_key: string;
  /** JSON. */
  muted: string;
}

/** What administrators remember of an account; nobody else sees it. */
export interface AccountNoteRow {
  account_id: string;
  note: string;
}

/** What the subscriptions of a day bring in a month. */
export interface IncomeDayRow {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  cents: number;
  paying: number;
}
