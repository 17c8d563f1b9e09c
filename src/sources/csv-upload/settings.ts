/** What an endpoint remembers of its file: where it is, and what its owner said of it (contract 1.3.10). */
import { z } from 'zod';
import {
  type ColumnCorrection,
  type ReadingChoices,
  readingChoices,
} from '../../table/stored/file-reading.ts';

const settingsShape = z.object({
  /** Also the name of its folder. */
  upload: z.string(),
  /** Holds for the next file, too. */
  choices: readingChoices.exactOptional(),
  /** Columns that stay text, as they were kept before there were other choices. */
  text: z.array(z.string()).exactOptional(),
});

export type CsvUploadSettings = z.infer<typeof settingsShape>;

/** What was said of the file, which holds for the one that takes its place. */
export function rememberedChoices(settings: unknown): ReadingChoices {
  const { choices, text } = settingsShape.safeParse(settings).data ?? {};
  if (choices || !text) return choices ?? {};
  return { columns: text.map((column) => ({ column, type: 'string' })) };
}

/** What is said now counts more than what was said before. */
export function mergedChoices(before: ReadingChoices, now: ReadingChoices): ReadingChoices {
  const columns = mergedColumns(before.columns ?? [], now.columns ?? []);
  return { ...before, ...now, ...(columns.length > 0 && { columns }) };
}

function mergedColumns(
  before: readonly ColumnCorrection[],
  now: readonly ColumnCorrection[],
): ColumnCorrection[] {
  const byColumn = new Map(before.map((correction) => [correction.column, correction]));
  for (const correction of now) byColumn.set(correction.column, correction);
  return [...byColumn.values()];
}
