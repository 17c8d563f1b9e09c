/**
 * `npm run restore-drill`: tries the backup and the restore of docs/operations.md, on SQLite and on PostgreSQL. One
 * line for each drill; ends with status 1 when one fails.
 */
import { parseArgs } from 'node:util';
import { runDrill } from './restore-drill/drill.ts';
import { type DrillEngine, sqliteEngine, startPostgresEngine } from './restore-drill/drill-engine.ts';

const { values: options } = parseArgs({
  options: {
    /** Drills on each database. */
    count: { type: 'string', default: '20' },
    /** Drills side by side. */
    'at-once': { type: 'string', default: '2' },
    only: { type: 'string', default: 'sqlite,postgres' },
  },
});

const engines: Readonly<Record<string, () => Promise<DrillEngine | undefined>>> = {
  sqlite: async () => sqliteEngine,
  postgres: startPostgresEngine,
};

for (const name of options.only.split(',')) {
  await using engine = await engines[name]?.();
  if (engine) await runDrills(name, engine);
  else console.log(`${name}: not tried, because no pg_dump is here that can read a PostgreSQL that is here`);
}

async function runDrills(name: string, engine: DrillEngine): Promise<void> {
  const waiting = Array.from({ length: Number(options.count) }, (_, index) => index + 1);
  const work = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      await report(`${name} drill ${number}`, engine);
    }
  };
  await Promise.all(Array.from({ length: Number(options['at-once']) }, work));
}

async function report(title: string, engine: DrillEngine): Promise<void> {
  try {
    const { hits, heldInBackup, equalAnswers } = await runDrill(engine);
    console.log(
      `${title}: passed; ${hits} hits meanwhile, ${equalAnswers} answers equal, ${heldInBackup} credits on hold in the backup and none later`,
    );
  } catch (error) {
    process.exitCode = 1;
    console.log(`${title}: FAILED;`, error);
  }
}
