/** The address, the controls and the preview, all made from one state, which the browser keeps for a week. */
import { Grid, Stack } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { ApiError } from '../../../api-client.ts';
import { useDraft } from '../../../drafts.ts';
import { sourceOf } from '../../../sources.ts';
import { tellDone } from '../../../toasts.tsx';
import { useApi } from '../../../use-api.ts';
import { type Endpoint, isOn, type Parameters } from './controls.ts';
import { MoreControls } from './more-controls.tsx';
import { ParameterControl } from './parameter-control.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { SqlField } from './sql-field.tsx';
import type { Refused } from './suggestion.ts';
import { UrlField } from './url-field.tsx';
import { checkQuery, type Query, valueIn, withValue } from './url-query.ts';
import { type RunningPreview, usePreview } from './use-preview.ts';

interface BuildUrlProps {
  readonly endpoint: Endpoint;
  readonly parameters: Parameters;
}

const settledMs = 400;
const noQuery: Query = [];

export function BuildUrl({ endpoint, parameters }: BuildUrlProps) {
  const { id } = endpoint;
  const [query, setQuery] = useDraft<Query>(`build-url:${id}`, noQuery, checkQuery);
  const preview = usePreview(id);
  // What the service has itself costs nothing to read; a platform is asked only on demand.
  const isAutomatic = endpoint.connectionId === null;
  useSettled(query, isAutomatic, preview.runOnce);
  useHotkeys([['mod+Enter', () => preview.run(query)]], [], true);
  const columns = useApi('GET /api/endpoints/:id/columns', {
    params: { id },
    query: { all_fields: isOn(query, 'all_fields') ? 'true' : 'false' },
  });
  const change = (name: string, value: string | undefined): void => setQuery(withValue(query, name, value));
  const clear = (): void => {
    setQuery(noQuery);
    tellDone('Parameters removed', () => setQuery(query));
  };
  const sql = valueIn(query, 'sql') ?? '';
  const refused = refusalOfSql(preview.failed?.error);
  const situation = { endpoint, parameters, query };
  return (
    <Stack gap="lg">
      <UrlField
        endpointUrl={endpoint.url}
        query={query}
        longestUrl={parameters.longestUrl}
        onChange={setQuery}
        onClear={clear}
      />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="sm">
            <ParameterControl name="type" {...situation} onChange={change} />
            <ParameterControl name="nest_json" {...situation} onChange={change} />
            <SqlField
              value={sql}
              onChange={(value) => change('sql', value)}
              onFixed={(value) => {
                const next = withValue(query, 'sql', value);
                setQuery(next);
                preview.run(next);
              }}
              columns={columns.data?.columns ?? []}
              total={columns.data?.total ?? 0}
              reservedWords={parameters.reservedWords}
              refused={valueIn(preview.failed?.of ?? noQuery, 'sql') === sql ? refused : undefined}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <PreviewPanel
            preview={preview}
            query={query}
            isOfSql={refused !== undefined}
            platform={isAutomatic ? undefined : sourceOf(endpoint.source).label}
          />
        </Grid.Col>
      </Grid>
      <MoreControls {...situation} onChange={change} />
    </Stack>
  );
}

/** Runs when nothing has changed for a moment. */
function useSettled(query: Query, isAutomatic: boolean, run: RunningPreview['runOnce']): void {
  const [settled] = useDebouncedValue(query, settledMs);
  useEffect(() => {
    if (isAutomatic) run(settled);
  }, [isAutomatic, settled, run]);
}

/** Undefined: the error, if there is one, is about something else. */
function refusalOfSql(error: Error | undefined): Refused | undefined {
  return error instanceof ApiError && error.message === 'Could not validate sql.' ? error.refusal : undefined;
}
