#!/usr/bin/env node
// The command line outside a checkout: runs it with the Node that the project brings along.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const own = inProject('node_modules/.bin/node');
const node = existsSync(own) ? own : process.execPath;
const { status } = spawnSync(node, [inProject('src/main.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
