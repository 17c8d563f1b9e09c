/**
 * The endpoints of one page: a table, and cards on a phone. Of plain elements: fifty rows of the library's components
 * take a slow processor half a second.
 */
import './endpoint-list.css';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconCopy, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { formatLabel } from '../../format-choices.ts';
import { countText, numberText } from '../../formats.ts';
import { sourceOf } from '../../sources.ts';

type ListedEndpoint = Answer<'GET /api/endpoints'>['endpoints'][number];

interface EndpointListProps {
  readonly endpoints: readonly ListedEndpoint[];
}

/** Not rendered again while somebody types into the search. */
export const EndpointList = memo(({ endpoints }: EndpointListProps) => {
  const isPhone = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  return isPhone ? <Cards endpoints={endpoints} /> : <Rows endpoints={endpoints} />;
});

function Rows({ endpoints }: EndpointListProps) {
  return (
    <table className="endpoints">
      <thead>
        <tr>
          <th>Name</th>
          <th>Source</th>
          <th>Format</th>
          <th>Last hit</th>
          <th className="numbers">Hits this cycle</th>
          <th>State</th>
          <th>URL</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <Row key={endpoint.id} endpoint={endpoint} />
        ))}
      </tbody>
    </table>
  );
}

/** Not rendered again when it is on the next page, too. */
const Row = memo(({ endpoint }: EndpointProps) => (
  <tr>
    <td className="name">
      <Name endpoint={endpoint} />
    </td>
    <td className="source">
      <SourceName endpoint={endpoint} />
    </td>
    <td>{formatLabel(endpoint.type)}</td>
    <td>
      <Moment at={endpoint.lastHitAt} />
    </td>
    <td className="numbers">{numberText(endpoint.hitsThisCycle)}</td>
    <td>
      <EndpointState endpointId={endpoint.id} problem={endpoint.problem} />
    </td>
    <td>
      <CopyAddress endpoint={endpoint} />
    </td>
  </tr>
));

function Cards({ endpoints }: EndpointListProps) {
  return (
    <ul className="plain-list endpoint-cards">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id}>
          <div className="card-head">
            <Name endpoint={endpoint} />
            <CopyAddress endpoint={endpoint} />
          </div>
          <div className="card-line dimmed">
            <SourceName endpoint={endpoint} />
            <span>{formatLabel(endpoint.type)}</span>
          </div>
          <div className="card-line">
            <EndpointState endpointId={endpoint.id} problem={endpoint.problem} />
            <span className="dimmed">
              {countText(endpoint.hitsThisCycle, 'hit', 'hits')} this cycle, last:{' '}
              <Moment at={endpoint.lastHitAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface EndpointProps {
  readonly endpoint: ListedEndpoint;
}

function Name({ endpoint: { id, name, isProtected } }: EndpointProps) {
  return (
    <span className="with-icon">
      <Link to="/endpoints/$id" params={{ id }} className="cut" title={name} preload={false}>
        {name}
      </Link>
      {isProtected && <IconLock size={16} role="img" aria-label="Needs a token" />}
    </span>
  );
}

function SourceName({ endpoint: { source, table } }: EndpointProps) {
  const { label, icon: Icon } = sourceOf(source);
  return (
    <span className="with-icon">
      <Icon size={18} stroke={1.6} role="img" aria-label={label} />
      <span className="cut" title={table}>
        {table === '' ? label : table}
      </span>
    </span>
  );
}

function CopyAddress({ endpoint: { name, url } }: EndpointProps) {
  const { result, said, copy } = useCopy(url);
  return (
    <button
      type="button"
      className="copy"
      aria-label={said ?? `Copy the URL of ${name}`}
      aria-live="polite"
      onClick={copy}
    >
      {result === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {said ?? 'Copy'}
    </button>
  );
}
