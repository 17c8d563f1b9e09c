/** What was understood of a file, each with a way to correct it. */
import { Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { WarningNote } from '../../components/warning-note.tsx';
import { FieldsChooser } from '../../features/fields/fields-chooser.tsx';
import { beginUpload, correctUpload } from '../../features/uploads/current-upload.ts';
import type { UploadedFile } from '../../features/uploads/send-file.ts';
import { bytesText, countText } from '../../formats.ts';
import { ColumnTypes } from './column-types.tsx';
import { decimals, delimiters, encodings, typeLabel } from './reading-choices.ts';

interface UnderstoodProps {
  readonly uploaded: UploadedFile;
  readonly file: File | undefined;
  readonly fields: readonly string[] | null;
  readonly onFields: (fields: readonly string[] | null) => unknown;
  readonly onCorrected: (uploaded: UploadedFile) => unknown;
}

type Overrides = UploadedFile['overrides'];

export function Understood({ uploaded, file, fields, onFields, onCorrected }: UnderstoodProps) {
  const queries = useQueryClient();
  const { upload: id, overrides } = uploaded;
  const correct = useMutation({
    mutationFn: (correction: Overrides) =>
      call('POST /api/uploads/:id/corrections', { params: { id }, body: correction }),
    onSuccess: (corrected) => {
      queries.setQueryData(['GET /api/uploads/:id', { params: { id: corrected.upload } }], corrected);
      correctUpload(corrected);
      onCorrected(corrected);
    },
  });
  const readAgain = (change: { readonly delimiter?: string; readonly encoding?: string }): void => {
    if (!file) return;
    const { decimal, text } = overrides;
    const delimiter = delimiters.find(({ name }) => name === uploaded.delimiter)?.value;
    const now = { ...(delimiter && { delimiter }), encoding: uploaded.encoding, ...change };
    beginUpload(file, { ...now, text, ...(decimal && { decimal }) });
  };
  return (
    <Stack gap="md">
      <Title order={2} size="h5">
        How we read your file
      </Title>
      <Text size="sm">
        <b className="address">{uploaded.fileName}</b>: {countText(uploaded.rows, 'row', 'rows')},{' '}
        {countText(uploaded.columns.length, 'column', 'columns')}, {bytesText(uploaded.bytes)}
      </Text>
      {uploaded.warnings.length > 0 && (
        <WarningNote title="Please check">
          <List size="sm" spacing={4}>
            {uploaded.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </WarningNote>
      )}
      <Group gap="sm" align="flex-start">
        <NativeSelect
          label="Delimiter"
          disabled={!file}
          value={delimiters.find(({ name }) => name === uploaded.delimiter)?.value ?? ''}
          data={[
            ...(delimiters.some(({ name }) => name === uploaded.delimiter)
              ? []
              : [{ value: '', label: uploaded.delimiter === 'none' ? 'None' : uploaded.delimiter }]),
            ...delimiters.map(({ value, label }) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => readAgain({ delimiter: currentTarget.value })}
          flex="1 1 120px"
        />
        <NativeSelect
          label="Encoding"
          disabled={!file}
          value={uploaded.encoding}
          data={[...encodings]}
          onChange={({ currentTarget }) => readAgain({ encoding: currentTarget.value })}
          flex="1 1 120px"
        />
        <NativeSelect
          label="Decimal mark"
          disabled={correct.isPending}
          value={overrides.decimal ?? uploaded.decimal}
          data={[
            ...(overrides.decimal === null ? [] : [{ value: '', label: 'As found' }]),
            ...decimals.map((value) => ({ value, label: value === 'comma' ? 'Comma' : 'Point' })),
          ]}
          onChange={({ currentTarget }) => {
            const decimal = decimals.find((each) => each === currentTarget.value) ?? null;
            correct.mutate({ ...overrides, decimal });
          }}
          flex="1 1 120px"
        />
      </Group>
      {!file && (
        <Text size="sm" c="dimmed">
          To change delimiter or encoding, choose the file again.
        </Text>
      )}
      {correct.error && <ErrorNote error={correct.error} title="The file could not be read so" />}
      <ColumnTypes
        columns={uploaded.columns}
        text={overrides.text}
        isBusy={correct.isPending}
        onText={(text) => correct.mutate({ ...overrides, text: [...text] })}
      />
      <FieldsChooser
        fields={uploaded.columns.map(({ name, type }) => ({ name, type: typeLabel(type) }))}
        chosen={fields}
        onChange={onFields}
        error={fields?.length === 0 ? 'Choose at least one.' : undefined}
      />
    </Stack>
  );
}
