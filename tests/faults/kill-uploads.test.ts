/** The short form of `kill-uploads.ts`. */
import { killUploads } from './kill-uploads.ts';
import { itHolds } from './short-form.ts';

itHolds('an upload that was killed is old or new, and whole', killUploads('sqlite'), 3);
