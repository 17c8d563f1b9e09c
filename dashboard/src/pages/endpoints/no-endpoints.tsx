/** None yet: one large way on, a file; and the platforms. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { ButtonLink } from '../../components/links.tsx';
import { FileChooser } from '../../features/uploads/file-chooser.tsx';
import { platformSources } from '../../sources.ts';

export function NoEndpoints({ onFiles }: { readonly onFiles: (files: readonly File[]) => unknown }) {
  return (
    <Stack align="center" gap="lg" maw={560} mx="auto" w="100%" py="lg">
      <Stack gap={4} align="center">
        <Title order={2} size="h4" ta="center">
          Turn a table into a URL
        </Title>
        <Text c="dimmed" size="sm" ta="center">
          Each endpoint is a URL that always returns the current data, as CSV, JSON, XML or HTML.
        </Text>
      </Stack>
      <FileChooser onFiles={onFiles} />
      <Text c="dimmed" size="sm">
        or connect a platform
      </Text>
      <Group justify="center" gap="sm">
        {platformSources.map(({ platform, label, icon: Icon }) => (
          <ButtonLink
            key={platform}
            to="/new/$platform"
            params={{ platform }}
            variant="default"
            leftSection={<Icon size={18} stroke={1.6} />}
          >
            {label}
          </ButtonLink>
        ))}
      </Group>
    </Stack>
  );
}
