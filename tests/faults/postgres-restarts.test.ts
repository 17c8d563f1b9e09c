/** The short form of `postgres-restarts.ts`. */
import { postgresRestarts } from './postgres-restarts.ts';
import { itHolds } from './short-form.ts';

itHolds('two replicas go on by themselves when PostgreSQL restarts', postgresRestarts, 2);
