/** The short form of `kill-jobs.ts`. */
import { killJobs } from './kill-jobs.ts';
import { itHolds } from './short-form.ts';

itHolds('a killed replica leaves each due run to end once', killJobs(100), 1);
