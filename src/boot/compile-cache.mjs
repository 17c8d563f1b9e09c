/**
 * Keeps compiled modules from one start to the next, for the process or thread that loads this first. Plain
 * JavaScript, so that nothing has to be translated before the cache is there.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/tablecast'));
