/** The short form of `postgres-disk-full.ts`. */
import { postgresDiskFull } from './postgres-disk-full.ts';
import { itHolds } from './short-form.ts';

itHolds('two replicas go on by themselves after the disk of PostgreSQL was full', postgresDiskFull, 2);
