/** The short form of `kill-saves.ts`. */
import { killSaves } from './kill-saves.ts';
import { itHolds } from './short-form.ts';

itHolds('a kill during a save leaves no half file and no charge', killSaves('sqlite'), 1);
