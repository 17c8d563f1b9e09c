/** The connections of an account: whose they are, whether they work, how many endpoints use them. */

import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { numberText } from '../../formats.ts';
import { type ConnectionAnswer, ConnectionState } from './connection-state.tsx';

const columns: readonly DataColumn<ConnectionAnswer>[] = [
  {
    label: 'Name',
    kind: 'breaking',
    cell: ({ id, name, platformName }) => (
      <TextLink to="/connections/$id" params={{ id }}>
        {name ?? platformName}
      </TextLink>
    ),
  },
  { label: 'Platform', cell: ({ platformName }) => platformName },
  {
    label: 'Account',
    kind: 'breaking',
    cell: ({ account, twins }) => (
      <>
        {account ?? 'not told'}
        {twins > 0 && (
          <div className="dimmed">connected {numberText(twins + 1)} times: open one to join them</div>
        )}
      </>
    ),
  },
  { label: 'State', cell: ({ state }) => <ConnectionState state={state} /> },
  { label: 'Last check', cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
  { label: 'Endpoints', kind: 'numbers', cell: ({ endpointCount }) => numberText(endpointCount) },
  { label: 'Connected', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function ConnectionTable({ connections }: { readonly connections: readonly ConnectionAnswer[] }) {
  return <DataTable label="Connections" minWidth={760} columns={columns} rows={connections} />;
}
