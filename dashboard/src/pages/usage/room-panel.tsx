/** What the plan allows besides credits: space for files, endpoints. */
import { Stack, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { limitText, numberText, preciseLimitText } from '../../formats.ts';
import { Total, Totals } from './totals.tsx';

type Room = Answer<'GET /api/usage'>['room'];

export function RoomPanel({ room }: { readonly room: Room }) {
  const { bytes, bytesAllowed, endpoints, endpointsAllowed } = room;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Files and endpoints
      </Title>
      <Totals>
        <Total
          label="Files"
          value={preciseLimitText(bytes)}
          note={bytesAllowed === null ? 'no limit' : `of ${limitText(bytesAllowed)}, as stored`}
        />
        <Total
          label="Endpoints"
          value={numberText(endpoints)}
          note={endpointsAllowed === null ? 'no limit' : `of ${numberText(endpointsAllowed)}`}
        />
      </Totals>
    </Stack>
  );
}
