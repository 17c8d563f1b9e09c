/** What an endpoint remembers of a Notion database: its data source and the properties (section 7). */
import { z } from 'zod';
import { rememberedFields } from '../remembered-fields.ts';

export const settingsShape = z.object({ dataSource: z.string(), fields: rememberedFields });
