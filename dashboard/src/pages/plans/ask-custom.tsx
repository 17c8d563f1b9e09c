/** Asks for the plan that is made for one customer: what is needed, sent to the administrators by e-mail. */
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

export function AskCustom() {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const ask = useChange('POST /api/plans/custom', () => {
    setOpen(false);
    setMessage('');
    tellDone('We got your message and will answer by e-mail.');
  });
  return (
    <>
      <Button size="xs" variant="default" aria-label="Ask for a custom plan" onClick={() => setOpen(true)}>
        Ask
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Ask for a custom plan" centered>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate({ body: { message } });
          }}
        >
          <Stack>
            <Textarea
              label="What do you need?"
              description="Requests a month, file sizes, anything else. We answer by e-mail."
              autosize
              minRows={4}
              maxLength={2_000}
              data-autofocus
              value={message}
              onChange={({ currentTarget }) => setMessage(currentTarget.value)}
            />
            {ask.error && <ErrorNote error={ask.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={ask.isPending} disabled={message.trim() === ''}>
                Send
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
