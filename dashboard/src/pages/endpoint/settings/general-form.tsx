/** What is saved together: name, description, format, fields, spreadsheets. Nothing typed is lost when it is refused. */
import { Button, Group, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Answer } from '../../../api-client.ts';
import { ErrorNote } from '../../../components/error-note.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { fieldErrorOf } from '../../../form-errors.ts';
import { tellDone } from '../../../toasts.tsx';
import { useApi, useChange } from '../../../use-api.ts';
import { FieldsPart } from './fields-part.tsx';
import { changesOf, type GeneralValues, valueNames, valuesOf } from './general-values.ts';

const linkedRecordChoices = [
  { value: 'names', label: 'Names' },
  { value: 'ids', label: 'IDs' },
  { value: 'json', label: 'JSON (names and IDs)' },
];

export function GeneralForm({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id } = endpoint;
  const { data: known } = useApi('GET /api/parameters', {});
  const { data: ownTags } = useApi('GET /api/tags', {});
  const form = useForm<GeneralValues>({
    initialValues: valuesOf(endpoint),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      fields: (fields) => (fields?.length === 0 ? 'Choose at least one field.' : null),
    },
  });
  const save = useChange('PATCH /api/endpoints/:id', (saved) => {
    const values = valuesOf(saved);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    tellDone('The settings are saved.');
  });
  const focus = (path: string | undefined): void => {
    if (path !== undefined) form.getInputNode(path)?.focus();
  };
  const submit = (values: GeneralValues): void =>
    save.mutate(
      { params: { id }, body: changesOf(endpoint, values) },
      {
        onError: (error) => {
          const wrong = fieldErrorOf(error, valueNames);
          if (!wrong) return;
          form.setFieldError(wrong.field, wrong.reason);
          focus(wrong.field);
        },
      },
    );
  const isTold = save.error !== null && fieldErrorOf(save.error, valueNames) !== undefined;
  return (
    <form onSubmit={form.onSubmit(submit, (errors) => focus(Object.keys(errors)[0]))} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput
          label="Name"
          description="Used as the file name."
          required
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          description="For the people who use it; the public page shows it."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2_000}
          {...form.getInputProps('description')}
        />
        <Select
          label="Format"
          description="Unless a request says type=…"
          data={known?.formats.map(({ name, label }) => ({ value: name, label })) ?? [form.values.type]}
          allowDeselect={false}
          maw={340}
          {...form.getInputProps('type')}
        />
        <FieldsPart
          endpoint={endpoint}
          chosen={form.values.fields}
          error={typeof form.errors['fields'] === 'string' ? form.errors['fields'] : undefined}
          onChange={(fields) => form.setFieldValue('fields', fields)}
        />
        {endpoint.linkedRecords !== null && (
          <Select
            label="Show linked records as"
            description="Can be changed per request."
            data={linkedRecordChoices}
            allowDeselect={false}
            maw={340}
            {...form.getInputProps('linkedRecords')}
          />
        )}
        <TagsInput
          label="Tags"
          description="To find it in the list; type a tag, then press Enter."
          data={ownTags?.tags.map(({ tag }) => tag) ?? []}
          maxTags={20}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all tags' }}
          {...form.getInputProps('tags')}
        />
        <TagsInput
          label="Spreadsheets that requests may write to"
          description="For URLs that save to a Google sheet: paste the URL of the spreadsheet, then press Enter."
          placeholder={form.values.allowedSpreadsheets.length === 0 ? 'None' : ''}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all spreadsheets' }}
          {...form.getInputProps('allowedSpreadsheets')}
        />
        {save.error && !isTold && <ErrorNote error={save.error} title="The settings could not be saved" />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          {form.isDirty() && (
            <Button variant="default" onClick={() => form.reset()}>
              Discard the changes
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
