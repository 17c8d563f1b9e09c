/** Every parameter as a control, beside the URL and a preview; of a view, if the address of the page names one. */
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../api-client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextLink } from '../../components/links.tsx';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';
import { BuildUrl } from './build-url/build-url.tsx';
import type { OpenView } from './build-url/open-view.ts';

const route = getRouteApi('/frame/endpoints/$id/');

export function BuildUrlTab() {
  const { id } = route.useParams();
  const { view, revision } = route.useSearch();
  if (view === undefined) return <Build id={id} />;
  return <BuildView key={view} id={id} viewId={view} revision={revision} />;
}

interface BuildViewProps {
  readonly id: string;
  readonly viewId: string;
  /** Undefined: the newest. */
  readonly revision: number | undefined;
}

function BuildView({ id, viewId, revision }: BuildViewProps) {
  const view = useApi('GET /api/proxies/:id', { params: { id: viewId } });
  const isGone =
    (view.error instanceof ApiError && [400, 404].includes(view.error.refusal.status)) ||
    (view.data !== undefined && view.data.endpointId !== id);
  if (isGone) return <NoSuchView id={id} />;
  return (
    <Panel query={view} failed="The view could not be loaded" height={400}>
      {(found) => <Build id={id} open={{ view: found, revision: revision ?? found.revision }} />}
    </Panel>
  );
}

function NoSuchView({ id }: { readonly id: string }) {
  return (
    <EmptyState title="There's no such view" text="It was deleted, or got a new URL in the meantime.">
      <TextLink to="/endpoints/$id/views" params={{ id }}>
        All views
      </TextLink>
    </EmptyState>
  );
}

function Build({ id, open }: { readonly id: string; readonly open?: OpenView }) {
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  const parameters = useApi('GET /api/parameters', {});
  return (
    <Panel query={endpoint} failed="The endpoint could not be loaded" height={400}>
      {(found) => (
        <Panel query={parameters} failed="The parameters could not be loaded" height={400}>
          {(known) => <BuildUrl key={found.id} endpoint={found} parameters={known} {...(open && { open })} />}
        </Panel>
      )}
    </Panel>
  );
}
