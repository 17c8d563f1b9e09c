/** Which spreadsheet and sheet `save_to_gsheets` writes to; a holder of the address only to those that are allowed. */
import { Autocomplete, Stack, TextInput } from '@mantine/core';
import type { ControlProps } from './controls.ts';
import { SettingsLink } from './settings-link.tsx';
import { valueIn } from './url-query.ts';

export function SheetFields({ endpoint, query, onChange }: ControlProps) {
  const spreadsheet = valueIn(query, 'spreadsheet') ?? '';
  const isAllowed = spreadsheet === '' || endpoint.allowedSpreadsheets.includes(spreadsheet);
  return (
    <Stack gap="xs">
      <Autocomplete
        label="Spreadsheet id"
        required
        data={endpoint.allowedSpreadsheets}
        value={spreadsheet}
        onChange={(value) => onChange('spreadsheet', value)}
        error={
          isAllowed ? undefined : (
            <>
              Not allowed for this endpoint yet. Add it in <SettingsLink endpointId={endpoint.id} />.
            </>
          )
        }
      />
      <TextInput
        label="Sheet name"
        required
        value={valueIn(query, 'sheet') ?? ''}
        onChange={({ currentTarget }) => onChange('sheet', currentTarget.value)}
      />
    </Stack>
  );
}
