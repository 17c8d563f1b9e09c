/**
 * The preview of the dashboard on a million rows: without a statement, with one that reads ten rows, and with one that
 * would give them all. Measured as a browser sees it, session and JSON included.
 */
import { z } from 'zod';
import { runServiceCommand } from '../tests/support/service-process.ts';
import { signInAt } from '../tests/support/session.ts';
import { type BenchWorld, largeRows } from './bench-world.ts';
import { type Figure, median, within } from './figure.ts';

const owner = { email: 'preview@bench.example', password: 'correct horse battery' };
const limitMs = 500;

const statements = {
  'without sql': {},
  'sql LIMIT 10': { sql: 'SELECT id, amount FROM service_table WHERE amount > 10 LIMIT 10' },
  'sql of all rows': { sql: 'SELECT * FROM service_table' },
} as const;

export async function preview(world: BenchWorld): Promise<Figure[]> {
  const { dataDir, rounds } = world;
  const file = await world.file(largeRows);
  await runServiceCommand(dataDir, 'account', 'create', owner.email, '--password', owner.password);
  const published = await runServiceCommand(dataDir, 'publish', file, '--owner', owner.email);
  const { id } = z.object({ id: z.string() }).parse(published);
  await using service = await world.startService();
  const headers = { 'content-type': 'application/json', origin: service.url };
  const post = (path: string, body: unknown, more = {}): Promise<Response> =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const cookie = await signInAt(service.url, owner);
  const figures: Figure[] = [];
  for (const [name, parameters] of Object.entries(statements)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      const answer = await post(`/api/endpoints/${id}/preview`, { parameters }, { cookie });
      z.object({ rows: z.array(z.unknown()).length(10) }).parse(await answer.json());
      times.push(performance.now() - begun);
    }
    figures.push(within(`1M x 10, preview ${name}`, median(times), limitMs, 'ms'));
  }
  return figures;
}
