/** How to use an address: one tab for each program, its snippets filled in, with what rules them out and what they cost. */
import { Stack, Tabs } from '@mantine/core';
import { allPrograms } from './all-snippets.ts';
import { SnippetCard } from './snippet-card.tsx';
import type { Target } from './target.ts';

interface SnippetsViewProps {
  readonly target: Target;
  /** The key of the program that is open; undefined: the first. */
  readonly program: string | undefined;
  readonly onProgram: (key: string) => unknown;
  readonly headingOrder?: 2 | 3;
}

export function SnippetsView({ target, program, onProgram, headingOrder = 2 }: SnippetsViewProps) {
  const open = allPrograms.find(({ key }) => key === program) ?? allPrograms[0];
  return (
    <Tabs
      variant="outline"
      value={open?.key ?? null}
      onChange={(key) => key !== null && onProgram(key)}
      keepMounted={false}
    >
      <Tabs.List aria-label="Programs">
        {allPrograms.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {allPrograms.map(({ key, snippets }) => (
        <Tabs.Panel key={key} value={key} pt="md">
          <Stack gap="xl">
            {snippets.map((snippet) => (
              <SnippetCard
                key={snippet.title}
                snippet={snippet}
                target={target}
                headingOrder={headingOrder}
              />
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
