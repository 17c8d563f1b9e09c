/** What an endpoint remembers of a Notion database: its data source and the properties (contract 7.4.1). */
import { z } from 'zod';
import { rememberedFields } from '../remembered-fields.ts';

export const settingsShape = z.object({ dataSource: z.string(), fields: rememberedFields });
