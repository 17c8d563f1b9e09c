/**
 * The endpoints of one page: a table, and cards on a phone. Of plain elements: fifty rows of the library's components
 * take a slow processor half a second.
 */
import './endpoint-list.css';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload, IconExternalLink, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { DownloadDialog } from '../../features/urls/download-dialog.tsx';
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
  const [download, setDownload] = useState<ListedEndpoint>();
  const ask = useCallback((endpoint: ListedEndpoint) => setDownload(endpoint), []);
  const Endpoints = isPhone ? Cards : Rows;
  return (
    <>
      <Endpoints endpoints={endpoints} onDownload={ask} />
      <DownloadDialog target={download} onClose={() => setDownload(undefined)} />
    </>
  );
});

interface RowsProps extends EndpointListProps {
  readonly onDownload: (endpoint: ListedEndpoint) => void;
}

function Rows({ endpoints, onDownload }: RowsProps) {
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
          <Row key={endpoint.id} endpoint={endpoint} onDownload={onDownload} />
        ))}
      </tbody>
    </table>
  );
}

/** Not rendered again when it is on the next page, too. */
const Row = memo(({ endpoint, onDownload }: UrlProps) => (
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
      <Url endpoint={endpoint} onDownload={onDownload} />
    </td>
  </tr>
));

function Cards({ endpoints, onDownload }: RowsProps) {
  return (
    <ul className="plain-list endpoint-cards">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id}>
          <div className="card-head">
            <Name endpoint={endpoint} />
            <Url endpoint={endpoint} onDownload={onDownload} />
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

interface UrlProps extends EndpointProps {
  readonly onDownload: (endpoint: ListedEndpoint) => void;
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

/** A browser cannot send a token: then the URL can only be copied. */
function Url({ endpoint, onDownload }: UrlProps) {
  const { name, url, isProtected } = endpoint;
  return (
    <span className="url-actions">
      <CopyUrl endpoint={endpoint} />
      {!isProtected && (
        <>
          <a
            className="copy icon-only"
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${name}`}
            title="Open"
          >
            <IconExternalLink size={16} />
          </a>
          <button
            type="button"
            className="copy icon-only"
            aria-label={`Download ${name}`}
            title="Download"
            onClick={() => onDownload(endpoint)}
          >
            <IconDownload size={16} />
          </button>
        </>
      )}
    </span>
  );
}

function CopyUrl({ endpoint: { name, url } }: EndpointProps) {
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
