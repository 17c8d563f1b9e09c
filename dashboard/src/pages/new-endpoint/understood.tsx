/** How a file was read, with a way to change it, and which of its columns are exported. */
import { Stack, Text, Title } from '@mantine/core';
import { FieldsChooser } from '../../features/fields/fields-chooser.tsx';
import { beginUpload, correctUpload } from '../../features/uploads/current-upload.ts';
import { typeLabel } from '../../features/uploads/reading-choices.ts';
import { ReadingReview } from '../../features/uploads/reading-review.tsx';
import type { UploadedFile } from '../../features/uploads/send-file.ts';
import { bytesText, countText } from '../../formats.ts';

interface UnderstoodProps {
  readonly uploaded: UploadedFile;
  readonly file: File | undefined;
  readonly fields: readonly string[] | null;
  readonly onFields: (fields: readonly string[] | null) => unknown;
  readonly onCorrected: (uploaded: UploadedFile) => unknown;
}

export function Understood({ uploaded, file, fields, onFields, onCorrected }: UnderstoodProps) {
  return (
    <Stack gap="md">
      <Title order={2} size="h5">
        How we read your file
      </Title>
      <Text size="sm">
        <b className="address">{uploaded.fileName}</b>: {countText(uploaded.rows, 'row', 'rows')},{' '}
        {countText(uploaded.columns.length, 'column', 'columns')}, {bytesText(uploaded.bytes)}
      </Text>
      <ReadingReview
        uploaded={uploaded}
        file={file}
        onCorrected={(read) => {
          correctUpload(read);
          onCorrected(read);
        }}
        onReadAgain={(again, wanted) => beginUpload(again, { hasHeader: 'guess', ...wanted })}
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
