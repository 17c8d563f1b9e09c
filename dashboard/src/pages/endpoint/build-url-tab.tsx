/** Every parameter as a control, beside the address and a preview. */
import { getRouteApi } from '@tanstack/react-router';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';
import { BuildUrl } from './build-url/build-url.tsx';

const route = getRouteApi('/frame/endpoints/$id');

export function BuildUrlTab() {
  const { id } = route.useParams();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  const parameters = useApi('GET /api/parameters', {});
  return (
    <Panel query={endpoint} failed="The endpoint could not be loaded" height={400}>
      {(found) => (
        <Panel query={parameters} failed="The parameters could not be loaded" height={400}>
          {(known) => <BuildUrl key={found.id} endpoint={found} parameters={known} />}
        </Panel>
      )}
    </Panel>
  );
}
