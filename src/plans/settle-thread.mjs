/**
 * Begins the thread that settles credits on SQLite. Plain JavaScript: with the compiled modules at hand the
 * thread needs no translator of its own, which would take more memory than all the rest of it.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/tablecast'));
await import('./settle-loop.ts');
