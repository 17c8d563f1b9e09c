/** The columns of the endpoint with their types, and its first rows unless it has a token. */
import { Code, Group, Stack, Text, Title } from '@mantine/core';
import { typeText } from '../../column-types.ts';
import { Panel } from '../../components/panel.tsx';
import { PreviewLimits } from '../../features/previews/preview-limits.tsx';
import { PreviewTable } from '../../features/previews/preview-table.tsx';
import { publicProfiles } from '../../features/profiles/profile-source.ts';
import { numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';

interface PublicSampleProps {
  readonly id: string;
  readonly isProtected: boolean;
}

export function PublicSample({ id, isProtected }: PublicSampleProps) {
  const sample = useApi('GET /api/public/:id/sample', { params: { id } });
  return (
    <Panel query={sample} failed="The preview cannot be shown right now" height={240}>
      {(answer) => (
        <>
          <Stack gap="sm">
            <Title order={2} size="h4">
              Columns
            </Title>
            <Group gap="xs" component="ul" className="plain-list">
              {answer.columns.map(({ name, type }) => (
                <li key={name}>
                  <Code className="address">{name}</Code>{' '}
                  <Text span size="sm" c="dimmed">
                    {typeText(type)}
                  </Text>
                </li>
              ))}
            </Group>
            {answer.moreColumns > 0 && (
              <Text size="sm" c="dimmed">
                And {numberText(answer.moreColumns)} more.
              </Text>
            )}
          </Stack>
          {!isProtected && (
            <Stack gap="sm">
              <Title order={2} size="h4">
                First rows
              </Title>
              <PreviewTable answer={answer} profiles={publicProfiles(id)} />
              {answer.rows.length === 0 && <Text c="dimmed">No rows.</Text>}
              <PreviewLimits leftOut={answer.leftOut} />
            </Stack>
          )}
        </>
      )}
    </Panel>
  );
}
