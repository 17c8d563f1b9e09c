/** The short form of `kill-refresh.ts`. */
import { killRefresh } from './kill-refresh.ts';
import { itHolds } from './short-form.ts';

itHolds('a kill during a refresh loses no connection that was stored', killRefresh('sqlite'), 1);
