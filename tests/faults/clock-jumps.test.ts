/** The short form of `clock-jumps.ts`. */
import { clockJumps } from './clock-jumps.ts';
import { itHolds } from './short-form.ts';

itHolds('a clock that jumps changes no balance', clockJumps('sqlite'), 4);
