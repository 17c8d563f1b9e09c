/** What an endpoint remembers of its file: where it is, and what its owner said of columns (contract 1.3.10). */
import { z } from 'zod';

const settingsShape = z.object({
  /** Also the name of its folder. */
  upload: z.string(),
  /** Columns that stay text, in the next file too. */
  text: z.array(z.string()).exactOptional(),
});

export type CsvUploadSettings = z.infer<typeof settingsShape>;

/** The columns that stay text when another file takes the place of this one. */
export function textColumnsOf(settings: unknown): readonly string[] {
  return settingsShape.safeParse(settings).data?.text ?? [];
}
