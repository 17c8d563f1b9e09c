/** The list of endpoints: searched, sorted and paged by the service; a file dropped on it becomes a new one. */
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
import { NoEndpoints } from './endpoints/no-endpoints.tsx';
import { SearchAndSort } from './endpoints/search-and-sort.tsx';

const route = getRouteApi('/frame/');

export function EndpointsPage() {
  const { search = '', sort = 'created', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const endpoints = useApi('GET /api/endpoints', { query: { search: search.trim(), sort, page } });
  const takeFiles = useNewFile();
  const isEmpty = endpoints.data?.total === 0 && search === '';
  return (
    <Page title="Endpoints" actions={!isEmpty && <ButtonLink to="/new">New endpoint</ButtonLink>}>
      <FileCatcher onFiles={takeFiles} />
      {!isEmpty && <SearchAndSort search={search} sort={sort} />}
      <Panel
        query={endpoints}
        failed="The endpoints could not be loaded"
        height={400}
        empty={({ total, endpoints: listed }) => {
          if (listed.length > 0) return undefined;
          if (total > 0)
            return (
              <EmptyState title={`There is no page ${page}`}>
                <ButtonLink to="." search={{ sort, ...(search && { search }) }} variant="default">
                  To the first page
                </ButtonLink>
              </EmptyState>
            );
          if (search === '') return <NoEndpoints onFiles={takeFiles} />;
          return (
            <EmptyState title={`No match for “${search}”`}>
              <Button variant="default" onClick={() => navigate({ search: { sort } })}>
                Clear the search
              </Button>
            </EmptyState>
          );
        }}
      >
        {({ endpoints: listed, total, pageSize }) => (
          <>
            <EndpointList endpoints={listed} />
            <Pager label="Endpoints" page={page} total={total} pageSize={pageSize} />
          </>
        )}
      </Panel>
    </Page>
  );
}
