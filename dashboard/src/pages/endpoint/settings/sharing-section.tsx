/** Switches that act at once: the public page, and the parameter that shows every field. */
import { Anchor, Group, Switch } from '@mantine/core';
import type { Answer } from '../../../api-client.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Section } from '../../../components/section.tsx';
import { tellDone } from '../../../toasts.tsx';
import { useSetting } from './use-setting.ts';

export function SharingSection({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id, isPublic, publicUrl, isProtected, customParameters } = endpoint;
  const change = useSetting(id);
  const hasAllFields = customParameters.includes('all_fields');
  const setPublic = (isOn: boolean): void =>
    change.mutate(
      { isPublic: isOn },
      {
        onSuccess: () =>
          tellDone(isOn ? 'The public page is on.' : 'The public page is off.', () => setPublic(!isOn)),
      },
    );
  const setAllFields = (isOn: boolean): void =>
    change.mutate(
      { customParameters: isOn ? ['all_fields'] : [] },
      {
        onSuccess: () =>
          tellDone(isOn ? 'Requests may ask for all columns.' : 'Requests get the chosen columns only.', () =>
            setAllFields(!isOn),
          ),
      },
    );
  return (
    <Section title="Sharing and permissions">
      <Switch
        label="Public page"
        description={`Anyone who knows its URL sees the name, the description, the columns with their types, when it was last used and how to use it${isProtected ? '. Rows are not shown, because the endpoint has a token.' : ', and the first ten rows.'}`}
        checked={isPublic}
        onChange={({ currentTarget }) => setPublic(currentTarget.checked)}
      />
      {isPublic && (
        <Group gap="sm" pl={46}>
          <Anchor href={publicUrl} target="_blank" size="sm" underline="always" className="address">
            {publicUrl}
          </Anchor>
          <CopyButton text={publicUrl} what="Copy the URL of the public page" />
        </Group>
      )}
      <Switch
        label="Requests may ask for all columns"
        description="Then a URL can also return the columns that are left out above."
        checked={hasAllFields}
        onChange={({ currentTarget }) => setAllFields(currentTarget.checked)}
      />
      {change.isError && <ErrorNote error={change.error} title="The switch could not be changed" />}
    </Section>
  );
}
