/** Every kind of fault, with the number of its cycles in the long form (docs/reliability.md). */
import { bucketFaults } from './bucket-faults.ts';
import { clockJumps } from './clock-jumps.ts';
import { diskFull } from './disk-full.ts';
import type { FaultKind } from './fault-kind.ts';
import { killCharges } from './kill-charges.ts';
import { killJobs } from './kill-jobs.ts';
import { killMigrations } from './kill-migrations.ts';
import { killRefresh } from './kill-refresh.ts';
import { killSaves } from './kill-saves.ts';
import { killUploads } from './kill-uploads.ts';
import { postgresDiskFull } from './postgres-disk-full.ts';
import { postgresFrozen } from './postgres-frozen.ts';
import { postgresNetwork } from './postgres-network.ts';
import { postgresRestarts } from './postgres-restarts.ts';
import { replicaFrozen } from './replica-frozen.ts';
import { rollingRestartsUnderLoad } from './rolling-restarts.ts';

export interface FaultRow {
  readonly kind: FaultKind;
  /** Of the long form. */
  readonly cycles: number;
}

const kills = 200;

export const allFaults: Readonly<Record<string, FaultRow>> = {
  'kill-uploads-sqlite': { kind: killUploads('sqlite'), cycles: kills },
  'kill-uploads-postgres': { kind: killUploads('postgres'), cycles: kills },
  'kill-charges-sqlite': { kind: killCharges('sqlite'), cycles: kills },
  'kill-charges-postgres': { kind: killCharges('postgres'), cycles: kills },
  'kill-refresh-sqlite': { kind: killRefresh('sqlite'), cycles: kills },
  'kill-refresh-postgres': { kind: killRefresh('postgres'), cycles: kills },
  'kill-saves-sqlite': { kind: killSaves('sqlite'), cycles: kills },
  'kill-saves-postgres': { kind: killSaves('postgres'), cycles: kills },
  'kill-jobs': { kind: killJobs(500), cycles: 10 },
  'kill-migrations-sqlite': { kind: killMigrations('sqlite'), cycles: kills },
  'kill-migrations-postgres': { kind: killMigrations('postgres'), cycles: kills },
  'postgres-restarts': { kind: postgresRestarts, cycles: 20 },
  'postgres-disk-full': { kind: postgresDiskFull, cycles: 20 },
  'postgres-frozen': { kind: postgresFrozen, cycles: 20 },
  'postgres-network': { kind: postgresNetwork, cycles: 40 },
  'replica-frozen': { kind: replicaFrozen, cycles: 20 },
  'rolling-restarts': { kind: rollingRestartsUnderLoad, cycles: 10 },
  'disk-full': { kind: diskFull, cycles: 50 },
  'bucket-faults': { kind: bucketFaults, cycles: 70 },
  'clock-jumps-sqlite': { kind: clockJumps('sqlite'), cycles: 200 },
  'clock-jumps-postgres': { kind: clockJumps('postgres'), cycles: 200 },
};
