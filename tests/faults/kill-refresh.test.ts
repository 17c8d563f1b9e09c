/** The short form of `kill-refresh.ts`. */
import { itHolds } from './short-form.ts';

itHolds('a kill during a refresh loses no connection that was stored', 'kill-refresh-sqlite', 1);
