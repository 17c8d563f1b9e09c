/**
 * Begins the thread that settles credits on SQLite. With compiled modules the thread needs no translator of
 * its own, which would take more memory than all the rest of it.
 */
import '../compile-cache.mjs';

await import('./settle-loop.ts');
