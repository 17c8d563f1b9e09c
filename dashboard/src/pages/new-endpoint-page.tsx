/** A new endpoint begins with its source: a file, or a platform. */
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { ButtonLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';
import { FileCatcher } from '../features/uploads/file-catcher.tsx';
import { FileChooser } from '../features/uploads/file-chooser.tsx';
import { useNewFile } from '../features/uploads/use-new-file.ts';
import { platformSources } from '../sources.ts';

export function NewEndpointPage() {
  const takeFiles = useNewFile();
  return (
    <Page title="New endpoint">
      <FileCatcher onFiles={takeFiles} />
      <Stack maw={720} gap="lg">
        <Text c="dimmed" size="sm">
          Where is the table?
        </Text>
        <Stack gap="xs">
          <Title order={2} size="h5">
            In a file
          </Title>
          <FileChooser onFiles={takeFiles} />
        </Stack>
        <Stack gap="xs">
          <Title order={2} size="h5">
            On a platform
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
            {platformSources.map(({ platform, label, icon: Icon }) => (
              <ButtonLink
                key={platform}
                to="/new/$platform"
                params={{ platform }}
                variant="default"
                size="md"
                leftSection={<Icon size={20} stroke={1.6} />}
              >
                {label}
              </ButtonLink>
            ))}
          </SimpleGrid>
        </Stack>
      </Stack>
    </Page>
  );
}
