/** API keys: a new one is shown once; one that is deleted stops working at once. */
import { Button, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Section } from '../../components/section.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

type ApiKey = Answer<'GET /api/account/api-keys'>['apiKeys'][number];

export function ApiKeys() {
  const keys = useApi('GET /api/account/api-keys', {});
  const [shown, setShown] = useState<string>();
  const create = useChange('POST /api/account/api-keys', ({ key }) => setShown(key));
  return (
    <Section
      title="API keys"
      text={
        <>
          With a key a program can make URLs of Airtable tables: <Code>POST /urls/create</Code>.
        </>
      }
    >
      <Panel
        query={keys}
        failed="The API keys could not be loaded"
        empty={({ apiKeys }) =>
          apiKeys.length === 0 ? <Text size="sm">There is none yet.</Text> : undefined
        }
      >
        {(data) => (
          <WideTable label="All API keys" minWidth={280}>
            <Table verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Begins with</Table.Th>
                  <Table.Th>Created</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Delete</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.apiKeys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} />
                ))}
              </Table.Tbody>
            </Table>
          </WideTable>
        )}
      </Panel>
      {create.error && <ErrorNote error={create.error} />}
      <Group>
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate({})}>
          Create an API key
        </Button>
      </Group>
      <NewKeyDialog apiKey={shown} onClose={() => setShown(undefined)} />
    </Section>
  );
}

function KeyRow({ apiKey: { id, hint, createdAt } }: { readonly apiKey: ApiKey }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useChange('DELETE /api/account/api-keys/:id', () => tellDone('The API key is deleted.'));
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{hint}…</Code>
      </Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="xs"
          onClick={() => setOpen(true)}
          aria-label={`Delete the API key ${hint}…`}
        >
          Delete
        </Button>
        <ConfirmDialog
          isOpen={isOpen}
          title={`Delete the API key ${hint}…?`}
          action="Delete the key"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params: { id } })}
          onClose={() => setOpen(false)}
        >
          Programs that use it can make no URLs any more, at once. URLs that it has made go on working.
        </ConfirmDialog>
      </Table.Td>
    </Table.Tr>
  );
}
