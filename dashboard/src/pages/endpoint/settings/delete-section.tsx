/** The end of an endpoint: says which URL, views and schedules stop. */
import { Button, List, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../../../api-client.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Section } from '../../../components/section.tsx';
import { useUndoDelete } from '../../../features/bin/use-undo-delete.ts';
import { countText } from '../../../formats.ts';
import { tellDone } from '../../../toasts.tsx';
import { useApi } from '../../../use-api.ts';
import { useRemoval } from './use-removal.ts';

export function DeleteSection({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id, name, url, isPublic } = endpoint;
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const undo = useUndoDelete();
  const uses = useApi('GET /api/endpoints/:id/uses', { params: { id } }, { enabled: isAsked });
  const remove = useRemoval(
    () => call('DELETE /api/endpoints/:id', { params: { id } }),
    async () => {
      await navigate({ to: '/' });
      tellDone(`${name} is deleted.`, undo(id));
    },
  );
  return (
    <Section title="Delete" text="The URL stops working for everyone. You can undo this for seven days.">
      <div>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsked(true)}>
          Delete the endpoint
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Delete ${name}?`}
        action="Delete the endpoint"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsked(false)}
      >
        <Text size="sm" mb="xs">
          You can undo this for seven days. What stops working at once:
        </Text>
        <List size="sm">
          <List.Item className="address">{url}</List.Item>
          {isPublic && <List.Item>its public page</List.Item>}
          {uses.data && uses.data.proxies > 0 && (
            <List.Item>{countText(uses.data.proxies, 'view', 'views')}</List.Item>
          )}
          {uses.data && uses.data.schedules > 0 && (
            <List.Item>
              {countText(uses.data.schedules, 'schedule', 'schedules')}: {namesOf(uses.data)}
            </List.Item>
          )}
        </List>
      </ConfirmDialog>
    </Section>
  );
}

function namesOf({ schedules, scheduleNames }: Answer<'GET /api/endpoints/:id/uses'>): string {
  return scheduleNames.join(', ') + (schedules > scheduleNames.length ? ', …' : '');
}
