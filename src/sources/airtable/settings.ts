/** What an endpoint remembers of an Airtable base: ids, and the names that messages use (contract 7.4.1). */
import { z } from 'zod';
import { rememberedFields } from '../remembered-fields.ts';

export const settingsShape = z.object({
  base: z.string(),
  table: z.string(),
  tableName: z.string(),
  view: z.string().optional(),
  viewName: z.string().optional(),
  fields: rememberedFields,
});

export type Settings = z.output<typeof settingsShape>;

export function tableNameOf(settings: unknown): string | undefined {
  return settingsShape.pick({ tableName: true }).safeParse(settings).data?.tableName;
}
