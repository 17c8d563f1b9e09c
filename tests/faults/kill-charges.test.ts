/** The short form of `kill-charges.ts`. */
import { killCharges } from './kill-charges.ts';
import { itHolds } from './short-form.ts';

itHolds('a killed replica leaves an exact ledger', killCharges('postgres'), 2);
