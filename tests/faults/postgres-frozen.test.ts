/** The short form of `postgres-frozen.ts`. */
import { postgresFrozen } from './postgres-frozen.ts';
import { itHolds } from './short-form.ts';

itHolds('two replicas go on by themselves when PostgreSQL stood still', postgresFrozen, 1);
