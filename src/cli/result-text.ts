/**
 * The result of a command as a person reads it on a terminal (contract 10.1.2): lists as aligned tables, other results
 * as names and values. Names come from strangers: what could control the terminal is shown escaped.
 */
import { visibleLine, visibleText } from '../base/visible-text.ts';
import type { CommandResult } from './command.ts';

/** What a list shows when it is long, and says when it is empty. */
interface List {
  /** All that its rows have, unless they are named here. */
  readonly columns?: readonly string[];
  readonly empty: string;
}

const lists: Readonly<Record<string, List>> = {
  accounts: {
    columns: ['email', 'plan', 'credits', 'state'],
    empty: 'No accounts yet. Create one: tablecast account create EMAIL',
  },
  apiKeys: { empty: 'No API keys yet. Create one: tablecast api-key create EMAIL' },
  connections: { empty: 'No connections yet. Add one: tablecast connection add EMAIL --platform PLATFORM' },
  endpoints: {
    columns: ['id', 'name', 'type', 'source', 'protected', 'state', 'url'],
    empty: 'No endpoints yet. Publish a file: tablecast publish FILE',
  },
  jobs: {
    columns: ['id', 'name', 'cadence', 'at', 'zone', 'state', 'nextRunAt', 'lastRun'],
    empty: 'No schedules yet. Make one: tablecast schedule create EMAIL --endpoint ID',
  },
  mails: {
    columns: ['id', 'to', 'subject', 'createdAt', 'sentAt', 'attempts', 'lastError'],
    empty: 'No mails yet.',
  },
  proxies: { empty: 'No proxies yet. Make one: tablecast proxy create ENDPOINT_ID' },
  runs: {
    columns: ['dueAt', 'result', 'rows', 'bytes', 'error', 'data'],
    empty: 'No runs yet. Run it now: tablecast schedule run ID',
  },
};

export function resultText(result: CommandResult): string {
  const entries = Object.entries(result);
  const [name = '', value] = entries[0] ?? [];
  if (entries.length === 1 && isList(value)) return listText(value, lists[name]);
  return entries.map(([label, each]) => entryText(label, each)).join('');
}

type Row = Readonly<Record<string, unknown>>;

function isList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);
}

function listText(rows: readonly Row[], list: List | undefined): string {
  if (rows.length === 0) return `${list?.empty ?? 'None yet.'}\n`;
  const columns = list?.columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns.map(heading), ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, at) =>
    Math.min(widestColumn, Math.max(...lines.map((line) => textWidth(line[at] ?? '')))),
  );
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => padded(cell, widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** A longer cell moves the rest of its own row only. */
const widestColumn = 40;

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)));

/** `createdAt` is `CREATED AT`. */
const heading = (name: string): string => name.replace(/[A-Z]/g, ' $&').toUpperCase();

function entryText(name: string, value: unknown): string {
  if (name === 'warnings' && Array.isArray(value))
    return value.map((each) => entryText('warning', each)).join('');
  if (isList(value) && value.length > 0) return `${name}:\n${indented(listText(value, lists[name]))}`;
  const text = typeof value === 'string' ? value.trimEnd() : cellText(value);
  if (text.includes('\n')) return `${name}:\n${visibleText(text)}\n`;
  return `${name.padEnd(18)} ${visibleText(text)}\n`;
}

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ');
}

function cellText(value: unknown): string {
  return visibleLine(plainValue(value));
}

function plainValue(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(plainValue).join(', ');
  if (typeof value !== 'object') return String(value);
  return (
    Object.entries(value)
      .map(([name, each]) => `${name}=${plainValue(each)}`)
      .join(' ') || '-'
  );
}

/** In cells of a terminal: characters of East Asia and pictures take two, combining marks none. */
function textWidth(text: string): number {
  const wide = text.match(wideCharacters)?.length ?? 0;
  const none = text.match(/[\p{M}\u200c\u200d]/gu)?.length ?? 0;
  return [...text].length + wide - none;
}

const wideCharacters =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]|\p{Emoji_Presentation}/gu;
