/** Where the export is saved: Google Drive, a Google sheet, a webhook; any of them, or none. */
import { Alert, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TextLink } from '../../components/links.tsx';
import { WarningNote } from '../../components/warning-note.tsx';
import type { ScheduleValues } from './schedule-values.ts';
import { WebhookSecret } from './webhook-secret.tsx';

interface DestinationFieldsProps {
  readonly form: UseFormReturnType<ScheduleValues>;
  readonly hasGoogle: boolean;
}

export function DestinationFields({ form, hasGoogle }: DestinationFieldsProps) {
  const { toDrive, toSheet, toWebhook } = form.values;
  return (
    <Stack gap="sm">
      <Checkbox
        label="Google Drive"
        description="A file in the root of the connected drive"
        {...form.getInputProps('toDrive', { type: 'checkbox' })}
      />
      <Checkbox
        label="A Google sheet"
        description="The content of the sheet is replaced"
        {...form.getInputProps('toSheet', { type: 'checkbox' })}
      />
      {(toDrive || toSheet) && !hasGoogle && (
        <Alert variant="default" icon={<IconAlertTriangle />} title="No Google account is connected">
          Until one is, every run fails.{' '}
          <TextLink to="/connections" size="sm" underline="always">
            Connect Google
          </TextLink>
        </Alert>
      )}
      {toSheet && (
        <Group align="flex-start" gap="sm" pl="xl">
          <TextInput
            label="Spreadsheet"
            placeholder="Its URL or id"
            required
            flex="2 1 220px"
            {...form.getInputProps('spreadsheet')}
          />
          <TextInput label="Sheet" required flex="1 1 120px" {...form.getInputProps('sheet')} />
        </Group>
      )}
      <Checkbox
        label="A webhook"
        description="The export is sent to a URL of yours, signed"
        {...form.getInputProps('toWebhook', { type: 'checkbox' })}
      />
      {toWebhook && (
        <Stack gap="xs" pl="xl" align="flex-start">
          <TextInput
            label="URL"
            type="url"
            placeholder="https://"
            required
            w="100%"
            {...form.getInputProps('webhook')}
          />
          <WebhookSecret />
        </Stack>
      )}
      {!toDrive && !toSheet && !toWebhook && (
        <WarningNote title="No destination: you only get an e-mail">
          Each run still costs a credit, and the data is saved nowhere. Choose a destination above.
        </WarningNote>
      )}
    </Stack>
  );
}
