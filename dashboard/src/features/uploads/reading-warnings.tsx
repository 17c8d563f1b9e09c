/** What was done with a file by itself or is in doubt, each with the buttons that choose otherwise. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { WarningNote } from '../../components/warning-note.tsx';
import type { Choices } from './reading-choices.ts';
import type { UploadedFile } from './send-file.ts';

interface ReadingWarningsProps {
  readonly warnings: UploadedFile['warnings'];
  readonly isBusy: boolean;
  /** Without the file itself its lines cannot be read in another way. */
  readonly hasFile: boolean;
  readonly onFix: (choices: Choices) => unknown;
}

export function ReadingWarnings({ warnings, isBusy, hasFile, onFix }: ReadingWarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <WarningNote title="Please check">
      <List size="sm" spacing="xs">
        {warnings.map(({ text, fixes }) => (
          <List.Item key={text}>
            <Stack gap={4}>
              <Text size="sm">{text}</Text>
              <Group gap={6}>
                {fixes.map(({ label, choices }) => (
                  <Button
                    key={label}
                    size="compact-sm"
                    variant="default"
                    disabled={isBusy || (needsFile(choices) && !hasFile)}
                    onClick={() => onFix(choices)}
                  >
                    {label}
                  </Button>
                ))}
              </Group>
            </Stack>
          </List.Item>
        ))}
      </List>
    </WarningNote>
  );
}

export const needsFile = ({ hasHeader, skipLines }: Choices): boolean =>
  hasHeader !== undefined || skipLines !== undefined;
