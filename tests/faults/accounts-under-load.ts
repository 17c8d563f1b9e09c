/** Accounts for the load client: each has credits enough and one endpoint, on a path whose answer is known. */
import type { Platforms } from '../support/platform-service.ts';
import { smallAirtable } from '../support/small-tables.ts';
import { csvOf, digestOf, type FaultWorld } from './fault-world.ts';
import type { Subject } from './load-client.ts';

const manyCredits = ['--plan', 'custom', '--credits', '10000000'];

/** CSV of an upload of about this many bytes, as it is or with a query. */
export async function uploadSubject(
  world: FaultWorld,
  name: string,
  bytes: number,
  query = '',
): Promise<Subject> {
  const email = await newAccount(world, name);
  const content = csvOf(name, bytes);
  const { id } = await world.command('publish', await world.file(`${name}.csv`, content), '--owner', email);
  return { email, path: `/${id}${query}`, digests: new Set(query === '' ? [digestOf(content)] : []) };
}

/** A small table at the emulated Airtable, by a personal token: a hold for each hit. */
export async function airtableSubject(
  world: FaultWorld,
  { airtable }: Platforms,
  name: string,
): Promise<Subject> {
  const email = await newAccount(world, name);
  const token = airtable.addPersonalToken();
  const connection = await world.command(
    'connection',
    'add',
    email,
    '--platform',
    'airtable',
    '--token',
    token,
  );
  const words = ['--connection', String(connection['id']), ...smallAirtable(airtable).words];
  const { id } = await world.command('endpoint', 'create', email, ...words);
  return { email, path: `/${id}`, digests: new Set() };
}

export async function newAccount(world: FaultWorld, name: string): Promise<string> {
  const email = `${name}@example.com`;
  await world.command('account', 'create', email, ...manyCredits);
  return email;
}
