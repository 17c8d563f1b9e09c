/** The short form of `disk-full.ts`. */
import { diskFull } from './disk-full.ts';
import { itHolds } from './short-form.ts';

itHolds('a full disk is refused for nothing, and passes', diskFull, 1);
