/** The short form of `replica-frozen.ts`. */
import { replicaFrozen } from './replica-frozen.ts';
import { itHolds } from './short-form.ts';

itHolds('a replica that stands still inside a transaction holds up nobody', replicaFrozen, 1);
