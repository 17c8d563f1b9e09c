/** `?` shows the keys, `/` goes to the search of the page; neither while something is typed. */
import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';

const keys = [
  ['Ctrl + K', 'Find endpoints, schedules, connections, pages and actions'],
  ['/', 'Search on this page'],
  ['Ctrl + Enter', 'Run the preview'],
  ['Esc', 'Close a dialog'],
  ['?', 'Show these keys'],
] as const;

/** An input with this attribute is the search of its page. */
export const searchMark = { 'data-search': true } as const;

export function KeysDialog() {
  const [isOpen, dialog] = useDisclosure(false);
  useHotkeys([
    ['shift+?', dialog.open],
    ['?', dialog.open],
    ['/', () => document.querySelector<HTMLInputElement>('[data-search]')?.focus()],
  ]);
  return (
    <Modal opened={isOpen} onClose={dialog.close} title="Keys" centered>
      <Table>
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
