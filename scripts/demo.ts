/**
 * `npm run demo`: the service on a folder of its own with a seeded account and table, to try everything
 * offline. What is tried is gone when it stops.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContext } from '../src/app-context.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { readConfig } from '../src/config.ts';
import { openLog } from '../src/log.ts';
import { startService } from '../src/serve.ts';

const orders = `Order,Customer,Country,Amount,Paid,Zip
1001,Ada Lovelace,GB,120.50,true,00501
1002,Grace Hopper,US,80,false,02134
1003,Alan Turing,GB,310.25,true,01210
1004,Katherine Johnson,US,95.10,true,23666
`;

const folder = await mkdtemp(join(tmpdir(), 'tablecast-demo-'));
const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, DATA_DIR: folder });
const service = await startService(config);
const file = join(folder, 'orders.csv');
await writeFile(file, orders);
await command('account', 'create', 'demo@example.com', '--plan', 'standard');
const { url } = await command('publish', file, '--name', 'Orders', '--owner', 'demo@example.com');
process.stdout.write(`Tablecast runs at ${config.baseUrl} with an account demo@example.com (100 credits). Try:

  ${url}
  ${url}?type=json_records
  ${url}?type=dynamic_table
  ${url}?sql=${encodeURIComponent('SELECT Country, COUNT(*) AS n, SUM(Amount) AS total FROM service_table GROUP BY Country')}
  ${config.baseUrl}/docs

Ctrl-C stops it and forgets everything.
`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

async function stop(): Promise<void> {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

async function command(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const printed: string[] = [];
  const status = await runCommand(words, () => openContext(config, openLog('silent')), {
    out: (text) => printed.push(text),
    err: (text) => process.stderr.write(text),
    person: false,
  });
  if (status !== 0) throw new Error(`${words.join(' ')} failed`);
  return JSON.parse(printed.join(''));
}
