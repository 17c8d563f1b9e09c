/** What was chosen for a new endpoint of a platform, kept in the browser from step to step. */
import { useDraft } from '../../drafts.ts';
import { isFormat } from '../../format-choices.ts';
import type { PlatformName } from '../../sources.ts';
import { readFields } from './file-draft.ts';

export type ChoicePart = 'base' | 'table' | 'view' | 'database' | 'spreadsheet' | 'sheet';
export type Choice = Partial<Record<ChoicePart, string>>;

export interface PlatformDraft {
  /** Empty: none yet. */
  readonly connection: string;
  readonly choice: Choice;
  /** As people know what is chosen. */
  readonly names: Choice;
  readonly fields: readonly string[] | null;
  /** Empty: that of the table. */
  readonly name: string;
  readonly type: string;
}

const nothing: PlatformDraft = {
  connection: '',
  choice: {},
  names: {},
  fields: null,
  name: '',
  type: 'csv',
};

export function usePlatformDraft(platform: PlatformName) {
  return useDraft<PlatformDraft>(`new-${platform}`, nothing, (stored) => {
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { connection, choice, names, fields, name, type }: Partial<Record<keyof PlatformDraft, unknown>> =
      stored;
    if (typeof connection !== 'string' || typeof name !== 'string') return;
    if (typeof type !== 'string' || !isFormat(type)) return;
    return {
      connection,
      choice: readChoice(choice),
      names: readChoice(names),
      fields: readFields(fields),
      name,
      type,
    };
  });
}

const parts: readonly ChoicePart[] = ['base', 'table', 'view', 'database', 'spreadsheet', 'sheet'];

function readChoice(value: unknown): Choice {
  if (typeof value !== 'object' || value === null) return {};
  const given: Partial<Record<string, unknown>> = { ...value };
  return Object.fromEntries(
    parts.flatMap((part) => (typeof given[part] === 'string' ? [[part, given[part]]] : [])),
  );
}

interface ChosenPart {
  readonly part: ChoicePart;
  readonly value: string;
  readonly name: string;
}

/** What was chosen after this part depended on it. */
export function withPart(
  draft: PlatformDraft,
  order: readonly ChoicePart[],
  { part, value, name }: ChosenPart,
): PlatformDraft {
  const kept = order.slice(0, order.indexOf(part));
  const only = (choice: Choice): Choice =>
    Object.fromEntries(kept.flatMap((each) => (choice[each] === undefined ? [] : [[each, choice[each]]])));
  const chosen = value === '' ? {} : { [part]: value };
  return {
    ...draft,
    choice: { ...only(draft.choice), ...chosen },
    names: { ...only(draft.names), ...(value !== '' && { [part]: name }) },
    fields: null,
    name: '',
  };
}
