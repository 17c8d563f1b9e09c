/** The connections of an account: whose they are, whether they work, how many endpoints use them. */

import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { numberText } from '../../formats.ts';
import { type ConnectionAnswer, ConnectionState } from './connection-state.tsx';

const columns: readonly DataColumn<ConnectionAnswer>[] = [
  {
    label: 'Platform',
    cell: ({ id, platformName }) => (
      <TextLink to="/connections/$id" params={{ id }}>
        {platformName}
      </TextLink>
    ),
  },
  { label: 'Account', kind: 'breaking', cell: ({ account }) => account ?? 'not told' },
  { label: 'State', cell: ({ state }) => <ConnectionState state={state} /> },
  { label: 'Last check', cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
  { label: 'Endpoints', kind: 'numbers', cell: ({ endpointCount }) => numberText(endpointCount) },
  { label: 'Connected', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function ConnectionTable({ connections }: { readonly connections: readonly ConnectionAnswer[] }) {
  return <DataTable label="Connections" minWidth={760} columns={columns} rows={connections} />;
}
