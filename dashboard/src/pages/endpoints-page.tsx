/** The list of endpoints: searched, filtered, sorted and paged by the service; a file dropped on it becomes a new one. */
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { FileCatcher } from '../features/uploads/file-catcher.tsx';
import { useNewFile } from '../features/uploads/use-new-file.ts';
import { useApi } from '../use-api.ts';
import { EndpointList } from './endpoints/endpoint-list.tsx';
import { type EndpointSearch, isFiltered, stateFilters } from './endpoints/endpoint-sorts.ts';
import { NoEndpoints } from './endpoints/no-endpoints.tsx';
import { SearchAndSort } from './endpoints/search-and-sort.tsx';
import { SelectionBar } from './endpoints/selection-bar.tsx';
import { useSelection } from './endpoints/use-selection.ts';

const route = getRouteApi('/frame/');

export function EndpointsPage() {
  const wanted = route.useSearch();
  const navigate = route.useNavigate();
  const { search = '', sort = 'created', page = 1 } = wanted;
  const query = { ...wanted, search: search.trim(), sort, page };
  const endpoints = useApi('GET /api/endpoints', { query });
  const takeFiles = useNewFile();
  const selection = useSelection(endpoints.data?.endpoints);
  const isEmpty = endpoints.data?.total === 0 && !isFiltered(wanted);
  return (
    <Page title="Endpoints" actions={!isEmpty && <ButtonLink to="/new">New endpoint</ButtonLink>}>
      <FileCatcher onFiles={takeFiles} />
      {!isEmpty && <SearchAndSort />}
      <Panel
        query={endpoints}
        failed="The endpoints could not be loaded"
        height={400}
        empty={({ total, endpoints: listed }) => {
          if (listed.length > 0) return undefined;
          if (total > 0)
            return (
              <EmptyState title={`There is no page ${page}`}>
                <ButtonLink to="." search={({ page: _, ...rest }) => rest} variant="default">
                  To the first page
                </ButtonLink>
              </EmptyState>
            );
          if (!isFiltered(wanted)) return <NoEndpoints onFiles={takeFiles} />;
          return (
            <EmptyState title={noMatch(wanted)}>
              <Button variant="default" onClick={() => navigate({ search: { sort } })}>
                {search === '' ? 'Show all endpoints' : 'Clear the search'}
              </Button>
            </EmptyState>
          );
        }}
      >
        {({ endpoints: listed, total, pageSize }) => (
          <>
            <SelectionBar endpoints={listed} selection={selection} />
            <EndpointList endpoints={listed} selection={selection} />
            <Pager label="Endpoints" page={page} total={total} pageSize={pageSize} />
          </>
        )}
      </Panel>
    </Page>
  );
}

/** Also of a filter that came with a link of somebody else. */
function noMatch({ search, tag, state, source }: EndpointSearch): string {
  if (search) return `No match for “${search}”`;
  if (tag !== undefined && state === undefined && source === undefined)
    return `None of your endpoints has the tag “${tag}”`;
  const label = stateFilters.find(({ value }) => value === state)?.label;
  if (label !== undefined && tag === undefined && source === undefined)
    return `None of your endpoints has the state “${label}”`;
  return 'None of your endpoints matches these filters';
}
