/** Snippets for each program that can use the address. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Panel } from '../../components/panel.tsx';
import { SnippetsView } from '../../features/snippets/snippets-view.tsx';
import { useApi } from '../../use-api.ts';

const route = getRouteApi('/frame/endpoints/$id/use');

export function UseItTab() {
  const { id } = route.useParams();
  const { program } = route.useSearch();
  const navigate = useNavigate();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  return (
    <Panel query={endpoint} failed="The endpoint could not be loaded">
      {(target) => (
        <SnippetsView
          target={target}
          program={program}
          onProgram={(key) =>
            navigate({ to: '/endpoints/$id/use', params: { id }, search: { program: key }, replace: true })
          }
        />
      )}
    </Panel>
  );
}
