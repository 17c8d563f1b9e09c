/** One snippet: what to do with it, the text, copy or download, what it costs, and why it cannot work where it cannot. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { fileName, saveFile } from '../../save-file.ts';
import { ruledOut, type Snippet } from './snippet.ts';
import type { Target } from './target.ts';

interface SnippetCardProps {
  readonly snippet: Snippet;
  readonly target: Target;
  readonly headingOrder: 2 | 3;
}

export function SnippetCard({ snippet, target, headingOrder }: SnippetCardProps) {
  const { title, how, credits, file, text: textOf } = snippet;
  const text = textOf(target);
  const reasons = ruledOut(snippet, target);
  return (
    <Stack gap="xs" maw={860}>
      <Title order={headingOrder} size="h5">
        {title}
      </Title>
      <Text size="sm">{how}</Text>
      {reasons.map((reason) => (
        <Alert key={reason} variant="outline" color="yellow" icon={<IconAlertTriangle />} p="xs">
          {reason}
        </Alert>
      ))}
      <CodeBlock text={text} label={`Text for ${title}`} />
      <Group gap="sm">
        <CopyButton text={text} what={`Copy the text for ${title}`} />
        {file !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveFile(fileName(target.name, file), text)}
          >
            Download .{file}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {credits}
        </Text>
      </Group>
      {target.isProtected && snippet.sendsHeaders && text.includes('TOKEN') && (
        <Text size="sm" c="dimmed">
          Put the token of the endpoint in the place of TOKEN. It is shown only when it is made.
        </Text>
      )}
    </Stack>
  );
}
