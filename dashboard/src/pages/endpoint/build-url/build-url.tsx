/** The URL, the controls and the preview, all made from one state. */
import { Grid, Stack } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../../../api-client.ts';
import { EmptiedNote } from '../../../features/builder/emptied-note.tsx';
import { withDays } from '../../../features/builder/question-changes.ts';
import { useQuestion } from '../../../features/builder/use-question.ts';
import { endpointProfiles } from '../../../features/profiles/profile-source.ts';
import type { Query } from '../../../features/urls/url-of.ts';
import { sourceOf } from '../../../sources.ts';
import { tellDone } from '../../../toasts.tsx';
import { useApi } from '../../../use-api.ts';
import type { Column } from './columns.ts';
import { type Endpoint, isOn, type Parameters } from './controls.ts';
import { MoreControls } from './more-controls.tsx';
import type { OpenView } from './open-view.ts';
import { ParameterControl } from './parameter-control.tsx';
import { previewClicks } from './preview-clicks.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { QuestionField, useMode } from './question-field.tsx';
import { OpenViewBar, SaveAsView } from './save-view.tsx';
import type { Refused } from './suggestion.ts';
import { UrlField } from './url-field.tsx';
import { parametersOf, valueIn, withValue } from './url-query.ts';
import { useBuiltQuery } from './use-built-query.ts';
import { type RunningPreview, usePreview } from './use-preview.ts';

interface BuildUrlProps {
  readonly endpoint: Endpoint;
  readonly parameters: Parameters;
  /** The view that is edited. */
  readonly open?: OpenView;
}

const settledMs = 400;
const noQuery: Query = [];
const noColumns: readonly Column[] = [];
/** The parameters that change what a column holds. */
const ofValues = ['all_fields', 'extract_json_property'];

export function BuildUrl({ endpoint, parameters, open }: BuildUrlProps) {
  const { id } = endpoint;
  const [query, setQuery] = useBuiltQuery(id, open?.view);
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
  const known = columns.data?.columns ?? noColumns;
  const seen = preview.shown?.answer;
  const kinds = useMemo(() => (seen ? withDays(known, seen) : known), [known, seen]);
  const { question, change: changeQuestion } = useQuestion(sql, kinds, (next) => change('sql', next));
  const [mode, changeMode] = useMode(question);
  const source = {
    endpointId: id,
    parameters: parametersOf(query.filter(([name]) => ofValues.includes(name.toLowerCase()))),
    isLive: !isAutomatic,
  };
  const refused = refusalOfSql(preview.failed?.error);
  const situation = { endpoint, parameters, query };
  return (
    <Stack gap="lg">
      {open && <OpenViewBar endpointId={id} query={query} open={open} />}
      <UrlField
        endpointUrl={endpoint.url}
        name={endpoint.name}
        isProtected={endpoint.isProtected}
        query={query}
        longestUrl={parameters.longestUrl}
        onChange={setQuery}
        onClear={clear}
      >
        <SaveAsView endpointId={id} query={query} />
      </UrlField>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="sm">
            <ParameterControl name="type" {...situation} onChange={change} />
            <ParameterControl name="nest_json" {...situation} onChange={change} />
            <QuestionField
              mode={mode}
              onMode={changeMode}
              question={question}
              onQuestion={changeQuestion}
              kinds={kinds}
              source={source}
              onStartOver={() => {
                change('sql', undefined);
                tellDone('Query removed', () => setQuery(query));
              }}
              value={sql}
              onChange={(value) => change('sql', value)}
              onFixed={(value) => {
                const next = withValue(query, 'sql', value);
                setQuery(next);
                preview.run(next);
              }}
              columns={known}
              total={columns.data?.total ?? 0}
              reservedWords={parameters.reservedWords}
              wasAsked={preview.failed?.wasAsked === true}
              refused={valueIn(preview.failed?.of ?? noQuery, 'sql') === sql ? refused : undefined}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <PreviewPanel
            preview={preview}
            query={query}
            isOfSql={refused !== undefined && mode === 'sql'}
            clicks={previewClicks(question, kinds, changeQuestion)}
            profilesOf={(of) => endpointProfiles(id, parametersOf(of))}
            empty={question && <EmptiedNote question={question} columns={kinds} source={source} />}
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
