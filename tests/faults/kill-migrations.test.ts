/** The short form of `kill-migrations.ts`. */
import { killMigrations } from './kill-migrations.ts';
import { itHolds } from './short-form.ts';

itHolds('a killed migration is made by the next start', killMigrations('postgres'), 1);
