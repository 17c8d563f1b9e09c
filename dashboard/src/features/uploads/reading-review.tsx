/** How a file was read: what to check, and each part with a way to change it. */
import { ErrorNote } from '../../components/error-note.tsx';
import { ColumnChoices } from './column-choices.tsx';
import { type Choices, delimiters } from './reading-choices.ts';
import { ReadingControls } from './reading-controls.tsx';
import { needsFile, ReadingWarnings } from './reading-warnings.tsx';
import type { ReadingWanted, UploadedFile } from './send-file.ts';
import { useCorrection } from './use-correction.ts';

interface ReadingReviewProps {
  readonly uploaded: UploadedFile;
  /** Without it only columns and the decimal mark can be changed. */
  readonly file: File | undefined;
  readonly onCorrected: (uploaded: UploadedFile) => unknown;
  readonly onReadAgain: (file: File, wanted: ReadingWanted) => unknown;
}

export function ReadingReview({ uploaded, file, onCorrected, onReadAgain }: ReadingReviewProps) {
  const { correct, fix, isPending, error } = useCorrection(uploaded, onCorrected);
  const readAgain = (change: ReadingWanted): void => {
    if (file) onReadAgain(file, { ...wantedOf(uploaded), ...change });
  };
  const choose = (choices: Choices): void => {
    const { hasHeader, skipLines } = choices;
    if (!needsFile(choices)) fix(choices);
    else
      readAgain({
        ...(hasHeader !== undefined && { hasHeader: hasHeader ? 'true' : 'false' }),
        ...(skipLines !== undefined && { skipLines }),
      });
  };
  return (
    <>
      <ReadingWarnings
        warnings={uploaded.warnings}
        isBusy={isPending}
        hasFile={file !== undefined}
        onFix={choose}
      />
      <ReadingControls
        uploaded={uploaded}
        hasFile={file !== undefined}
        isBusy={isPending}
        onReadAgain={readAgain}
        onDecimal={(decimal) => correct({ decimal })}
      />
      {error && <ErrorNote error={error} title="We couldn't read the file that way" />}
      <ColumnChoices
        columns={uploaded.columns}
        corrections={uploaded.overrides.columns}
        isBusy={isPending}
        onChange={(columns) => correct({ columns })}
      />
    </>
  );
}

/** As it is read now, so that only what is changed is read in another way. */
function wantedOf({ delimiter, encoding, overrides }: UploadedFile): ReadingWanted {
  const { decimal, hasHeader, skipLines, columns } = overrides;
  const separator = delimiters.find(({ name }) => name === delimiter)?.value;
  return {
    ...(separator && { delimiter: separator }),
    encoding,
    ...(decimal && { decimal }),
    ...(hasHeader !== null && { hasHeader: hasHeader ? 'true' : 'false' }),
    ...(skipLines !== null && { skipLines }),
    columns,
  };
}
