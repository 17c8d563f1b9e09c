/**
 * How an uploaded file was read, and what its owner said of it: kept with its table, so that it can be shown, corrected,
 * and remembered for the next file (contract 1.3.10).
 */
import { z } from 'zod';
import { chosenTypes, writtenForms } from '../written-form.ts';

/** What the owner has said of one column. */
const columnCorrection = z.object({
  /** Its name in the file. */
  column: z.string(),
  /** Its name from now on. */
  name: z.string().exactOptional(),
  type: z.enum(chosenTypes).exactOptional(),
  /** How its cells are written; found by itself if they leave no doubt. */
  form: z.enum(writtenForms).exactOptional(),
});

export type ColumnCorrection = z.infer<typeof columnCorrection>;

/** What the owner has said; what is absent is found by itself. */
export const readingChoices = z.object({
  decimal: z.enum(['comma', 'point']).exactOptional(),
  hasHeader: z.boolean().exactOptional(),
  skipLines: z.number().int().nonnegative().exactOptional(),
  columns: z.array(columnCorrection).exactOptional(),
});

export type ReadingChoices = z.infer<typeof readingChoices>;

/** Something that was done by itself, or is in doubt. */
const fileWarning = z.object({
  text: z.string(),
  /** `file`: of its lines, which are not there any more when the stored table is read once more. */
  about: z.enum(['file', 'columns']),
  /** What can be chosen instead: each one click. */
  fixes: z.array(z.object({ label: z.string(), choices: readingChoices })),
});

export type FileWarning = z.infer<typeof fileWarning>;

const currentReading = z.object({
  encoding: z.string(),
  /** Empty for a file of one column. */
  delimiter: z.string(),
  warnings: z.array(fileWarning),
  hasHeader: z.boolean(),
  /** How many lines stand above the table. */
  skippedLines: z.number(),
  choices: readingChoices,
});

export type FileReading = z.infer<typeof currentReading>;

/** As it was kept before there were choices of more than text columns. */
const earlierReading = z
  .object({
    encoding: z.string(),
    delimiter: z.string(),
    warnings: z.array(z.string()),
    decimal: z.enum(['comma', 'point']).exactOptional(),
    text: z.array(z.string()).exactOptional(),
  })
  .transform(({ encoding, delimiter, warnings, decimal, text }): FileReading => {
    const columns = text?.map((column) => ({ column, type: 'string' as const }));
    return {
      encoding,
      delimiter,
      warnings: warnings.map((warning) => ({ text: warning, about: 'columns', fixes: [] })),
      hasHeader: true,
      skippedLines: 0,
      choices: { ...(decimal && { decimal }), ...(columns && { columns }) },
    };
  });

export const fileReading: z.ZodType<FileReading> = z.union([currentReading, earlierReading]);

export const plainReading: FileReading = {
  encoding: 'utf-8',
  delimiter: ',',
  warnings: [],
  hasHeader: true,
  skippedLines: 0,
  choices: {},
};
