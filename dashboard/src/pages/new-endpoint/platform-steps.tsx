/** What the later steps on a platform share: the draft, the parts to choose, and the way back when one is missing. */
import { Grid, Stack, Text } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { type PlatformName, platformSource } from '../../sources.ts';
import { useApi } from '../../use-api.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { type PlatformDraft, usePlatformDraft } from './platform-draft.ts';
import { PlatformPreview } from './platform-preview.tsx';

export type ChoiceStep = Answer<'GET /api/platforms'>['platforms'][number]['steps'][number];

export interface StepProps {
  readonly platform: PlatformName;
  readonly steps: readonly ChoiceStep[];
  readonly draft: PlatformDraft;
  readonly onDraft: (draft: PlatformDraft) => unknown;
  readonly onDone: () => unknown;
  readonly isComplete: boolean;
}

interface PlatformStepProps {
  readonly platform: string;
  /** “Step 2 of 3: the table”. */
  readonly words: string;
  /** Whether the step needs a complete choice. */
  readonly needsTable?: boolean;
  readonly children: (props: StepProps) => ReactNode;
  readonly beside?: (props: StepProps) => ReactNode;
}

export function PlatformStep({ platform, ...props }: PlatformStepProps) {
  const source = platformSource(platform);
  if (!source) return <NotFoundPage />;
  return <KnownStep key={source.platform} {...props} platform={source.platform} label={source.label} />;
}

interface KnownStepProps extends Omit<PlatformStepProps, 'platform'> {
  readonly platform: PlatformName;
  readonly label: string;
}

function KnownStep({ platform, label, words, needsTable = false, children, beside }: KnownStepProps) {
  const [draft, onDraft, onDone] = usePlatformDraft(platform);
  const platforms = useApi('GET /api/platforms', {});
  if (draft.connection === '') return <Navigate to="/new/$platform" params={{ platform }} replace />;
  return (
    <Page title={`New endpoint from ${label}`}>
      <Panel query={platforms} failed="The platform could not be looked at">
        {(data) => {
          const { steps = [] } = data.platforms.find(({ id }) => id === platform) ?? {};
          const isComplete = steps.every(({ part, isOptional }) => isOptional || draft.choice[part]);
          if (needsTable && !isComplete)
            return <Navigate to="/new/$platform/table" params={{ platform }} replace />;
          const props: StepProps = { platform, steps, draft, onDraft, onDone, isComplete };
          return (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, md: 5 }}>
                <Stack>
                  <Text c="dimmed" size="sm">
                    {words}
                  </Text>
                  {children(props)}
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Stack className="beside">
                  {beside?.(props)}
                  {isComplete && <PlatformPreview draft={draft} />}
                </Stack>
              </Grid.Col>
            </Grid>
          );
        }}
      </Panel>
    </Page>
  );
}
