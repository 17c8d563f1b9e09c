/** Every destination, by its query parameter or its name in a scheduled job (contract 4.6). */
import type { Destination } from './destination.ts';
import { googleDrive } from './google-drive.ts';
import { googleSpreadsheet } from './google-spreadsheet.ts';
import { webhook } from './webhook.ts';

export const allDestinations = {
  save_to_gdrive: googleDrive,
  save_to_gsheets: googleSpreadsheet,
  webhook,
} as const satisfies Record<string, Destination>;

export type DestinationName = keyof typeof allDestinations;
