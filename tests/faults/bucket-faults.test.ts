/** The short form of `bucket-faults.ts`. */
import { bucketFaults } from './bucket-faults.ts';
import { itHolds } from './short-form.ts';

itHolds('the service goes on by itself when its bucket fails', bucketFaults, 3);
