/** Rows of an archive as lines of JSON, with the moments written out and nothing secret (decision 054). */
import { hasSecretLink } from '../mail/secret-link.ts';
import type { BinRow } from '../storage/database/bin-schema.ts';
import { keptRow } from '../storage/database/bin-store.ts';
import type { ConnectionRow } from '../storage/database/connection-schema.ts';
import type {
  CreditEntryRow,
  EndpointRow,
  JobRow,
  OutboxRow,
  ProxyRow,
  UploadRow,
  UsageDayRow,
} from '../storage/database/schema.ts';

const moment = (at: number | null): string | null =>
  at === null ? null : new Date(Number(at)).toISOString();

export const endpointLine = (row: EndpointRow, upload: UploadRow | undefined, tags: readonly string[]) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  source: row.source,
  sourceSettings: JSON.parse(row.source_settings),
  fields: row.fields === null ? null : JSON.parse(row.fields),
  isProtected: row.token_digest !== null,
  customParameters: JSON.parse(row.custom_parameters),
  allowedSpreadsheets: JSON.parse(row.allowed_spreadsheets),
  isPublic: row.is_public === 1,
  tags,
  linkedRecords: row.linked_records,
  pausedAt: moment(row.paused_at),
  createdAt: moment(row.created_at),
  file: upload ? { name: upload.file_name, rows: Number(upload.rows) } : null,
});

/** Of its id the first characters are all that is kept. */
export const proxyLine = (row: ProxyRow) => ({
  id: `${row.hint}…`,
  name: row.name,
  parameters: JSON.parse(row.parameters),
  createdAt: moment(row.created_at),
});

export const dayLine = ({ day, hits, failed, credits, rows, bytes }: UsageDayRow) => ({
  day,
  requests: Number(hits),
  failed: Number(failed),
  credits: Number(credits),
  rows: Number(rows),
  bytes: Number(bytes),
});

export const jobLine = (row: JobRow) => ({
  id: row.id,
  endpoint: row.endpoint_id,
  name: row.name,
  parameters: JSON.parse(row.parameters),
  webhookUrl: row.webhook_url,
  cadence: row.cadence,
  at: row.time_of_day,
  zone: row.zone,
  weekday: row.weekday,
  day: row.day,
  nextRunAt: moment(row.next_run_at),
  createdAt: moment(row.created_at),
});

export const connectionLine = (row: ConnectionRow) => ({
  id: row.id,
  platform: row.platform,
  account: row.account_name,
  name: row.name,
  state: row.state,
  createdAt: moment(row.created_at),
});

/** Without what is a secret, or the digest of one. */
export const deletedLine = ({ id, kind, name, part_of, content, deleted_at }: BinRow) => {
  const { token_digest: _, digest: __, name_folded: ___, ...settings } = keptRow.parse(JSON.parse(content));
  return {
    id: kind === 'proxy' ? `${name}…` : id,
    kind,
    name,
    deletedWith: part_of,
    deletedAt: moment(deleted_at),
    settings,
  };
};

export const entryLine = ({ at, kind, amount, endpoint_id }: CreditEntryRow) => ({
  at: moment(at),
  kind,
  credits: Number(amount),
  endpoint: endpoint_id,
});

export const mailLine = ({ created_at, sent_at, recipient, subject, body }: OutboxRow) => ({
  createdAt: moment(created_at),
  sentAt: moment(sent_at),
  to: recipient,
  subject,
  text: hasSecretLink(body) ? null : body,
});
