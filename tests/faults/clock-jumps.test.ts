/** The short form of `clock-jumps.ts`. */
import { itHolds } from './short-form.ts';

itHolds('a clock that jumps changes no balance', 'clock-jumps-sqlite', 4);
