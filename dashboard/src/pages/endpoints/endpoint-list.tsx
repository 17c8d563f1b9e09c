/**
 * The endpoints of one page: a table, and cards on a phone. Of plain elements: fifty rows of the library's components
 * take a slow processor half a second.
 */
import './endpoint-list.css';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { DownloadDialog } from '../../features/urls/download-dialog.tsx';
import { formatLabel } from '../../format-choices.ts';
import { countText, numberText } from '../../formats.ts';
import { sourceOf } from '../../sources.ts';
import { type EndpointSort, sortedBy, usualDirection } from './endpoint-sorts.ts';
import { ListedUrl } from './listed-url.tsx';
import type { Selection } from './use-selection.ts';

const route = getRouteApi('/frame/');

type ListedEndpoint = Answer<'GET /api/endpoints'>['endpoints'][number];

interface EndpointListProps {
  readonly endpoints: readonly ListedEndpoint[];
  readonly selection: Selection;
}

/** Not rendered again while somebody types into the search. */
export const EndpointList = memo(({ endpoints, selection }: EndpointListProps) => {
  const isPhone = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [download, setDownload] = useState<ListedEndpoint>();
  const ask = useCallback((endpoint: ListedEndpoint) => setDownload(endpoint), []);
  const List = isPhone ? Cards : Rows;
  return (
    <>
      <List endpoints={endpoints} selection={selection} onDownload={ask} />
      <DownloadDialog target={download} onClose={() => setDownload(undefined)} />
    </>
  );
});

interface ListProps extends EndpointListProps {
  readonly onDownload: (endpoint: ListedEndpoint) => void;
}

const columns = [
  { sort: 'name', label: 'Name' },
  { sort: 'source', label: 'Source' },
  { sort: 'format', label: 'Format' },
  { sort: 'last hit', label: 'Last request' },
  { sort: 'hits', label: 'Requests this cycle' },
  { sort: 'state', label: 'State' },
] as const satisfies readonly { sort: EndpointSort; label: string }[];

function Rows({ endpoints, selection, onDownload }: ListProps) {
  return (
    <div className="framed">
      <table className="endpoints">
        <thead>
          <tr>
            <th>
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={selection.ids.size === endpoints.length}
                onChange={({ currentTarget }) => selection.selectAll(currentTarget.checked)}
              />
            </th>
            {columns.map((column) => (
              <SortedHeading key={column.sort} {...column} />
            ))}
            <th>URL</th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <Row
              key={endpoint.id}
              endpoint={endpoint}
              isSelected={selection.ids.has(endpoint.id)}
              onSelect={selection.toggle}
              onDownload={onDownload}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A link, so that each order has its address. */
function SortedHeading({ sort, label }: (typeof columns)[number]) {
  const now = route.useSearch();
  const isSorted = (now.sort ?? 'created') === sort;
  const direction = now.direction ?? usualDirection(sort);
  const Icon = direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      className={sort === 'hits' ? 'numbers' : undefined}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link to="." search={sortedBy(now, sort)} className="sorting" preload={false}>
        {label}
        {isSorted && <Icon size={14} aria-hidden />}
      </Link>
    </th>
  );
}

/** Not rendered again when it is on the next page, too. */
const Row = memo(({ endpoint, isSelected, onSelect, onDownload }: RowProps) => (
  <tr>
    <td>
      <SelectBox endpoint={endpoint} isSelected={isSelected} onSelect={onSelect} />
    </td>
    <td className="name">
      <Name endpoint={endpoint} />
      <Tags endpoint={endpoint} />
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
      <EndpointState endpointId={endpoint.id} endpointName={endpoint.name} problem={endpoint.problem} />
    </td>
    <td>
      <ListedUrl endpoint={endpoint} onDownload={onDownload} />
    </td>
  </tr>
));

function Cards({ endpoints, selection, onDownload }: ListProps) {
  return (
    <ul className="plain-list endpoint-cards">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id}>
          <div className="card-head">
            <span className="with-icon">
              <SelectBox
                endpoint={endpoint}
                isSelected={selection.ids.has(endpoint.id)}
                onSelect={selection.toggle}
              />
              <Name endpoint={endpoint} />
            </span>
            <ListedUrl endpoint={endpoint} onDownload={onDownload} />
          </div>
          <Tags endpoint={endpoint} />
          <div className="card-line dimmed">
            <SourceName endpoint={endpoint} />
            <span>{formatLabel(endpoint.type)}</span>
          </div>
          <div className="card-line">
            <EndpointState endpointId={endpoint.id} endpointName={endpoint.name} problem={endpoint.problem} />
            <span className="dimmed">
              {countText(endpoint.hitsThisCycle, 'request', 'requests')} this cycle, last:{' '}
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

interface SelectableProps extends EndpointProps {
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => unknown;
}

interface RowProps extends SelectableProps {
  readonly onDownload: (endpoint: ListedEndpoint) => void;
}

function SelectBox({ endpoint: { id, name }, isSelected, onSelect }: SelectableProps) {
  return (
    <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} onChange={() => onSelect(id)} />
  );
}

/** Each filters the list by it. */
function Tags({ endpoint: { tags } }: EndpointProps) {
  if (tags.length === 0) return null;
  return (
    <span className="tags">
      {tags.map((tag) => (
        <Link key={tag} to="/" search={{ tag }} className="tag" preload={false}>
          {tag}
        </Link>
      ))}
    </span>
  );
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
