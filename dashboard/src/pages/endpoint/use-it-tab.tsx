/** Snippets for each program that can use the URL, with the query that was built last. */
import { Checkbox, Code, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { Panel } from '../../components/panel.tsx';
import { readDraft } from '../../drafts.ts';
import { SnippetsView } from '../../features/snippets/snippets-view.tsx';
import type { Query } from '../../features/urls/url-of.ts';
import { useApi } from '../../use-api.ts';
import { checkQuery, parametersOf, valueIn } from './build-url/url-query.ts';
import { draftKey } from './build-url/use-built-query.ts';

const route = getRouteApi('/frame/endpoints/$id/use');
const noQuery: Query = [];

export function UseItTab() {
  const { id } = route.useParams();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  return (
    <Panel query={endpoint} failed="The endpoint could not be loaded">
      {(found) => <UseIt key={id} endpoint={found} />}
    </Panel>
  );
}

function UseIt({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id } = endpoint;
  const { program } = route.useSearch();
  const navigate = useNavigate();
  const [built] = useState(() => readDraft(draftKey(id), checkQuery) ?? noQuery);
  const [isBuilt, setBuilt] = useState(true);
  const query = isBuilt ? built : noQuery;
  const columns = useResultColumns(endpoint, query);
  return (
    <Stack>
      {built.length > 0 && (
        <Checkbox
          label="With the query from Build URL"
          description={<BuiltQuery query={built} />}
          checked={isBuilt}
          onChange={({ currentTarget }) => setBuilt(currentTarget.checked)}
        />
      )}
      <SnippetsView
        target={{ ...endpoint, query, ...(columns && { columns }) }}
        program={program}
        onProgram={(key) =>
          navigate({ to: '/endpoints/$id/use', params: { id }, search: { program: key }, replace: true })
        }
      />
    </Stack>
  );
}

function BuiltQuery({ query }: { readonly query: Query }) {
  const words = valueIn(query, 'sql') ?? query.map(([name, value]) => `${name}=${value}`).join(', ');
  return (
    <Code className="address">
      {words.length > longestShown ? `${words.slice(0, longestShown)}…` : words}
    </Code>
  );
}

const longestShown = 300;

/** Those of a query are read from a row of its result; a platform is not asked for it. */
function useResultColumns(
  { id, connectionId }: Answer<'GET /api/endpoints/:id'>,
  query: Query,
): Answer<'GET /api/endpoints/:id/columns'>['columns'] | undefined {
  const hasSql = valueIn(query, 'sql') !== undefined;
  const own = useApi('GET /api/endpoints/:id/columns', { params: { id }, query: {} }, { enabled: !hasSql });
  const input = { params: { id }, body: { parameters: parametersOf(query), rows: 1 } };
  const result = useApi('POST /api/endpoints/:id/preview', input, {
    enabled: hasSql && connectionId === null,
  });
  return (hasSql ? result : own).data?.columns;
}
