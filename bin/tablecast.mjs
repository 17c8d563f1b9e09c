#!/usr/bin/env node
// The command `tablecast`, of a package or of a checkout. The program runs on the Node that runs this file, if that is
// new enough, else on the one that the package `node` brought along. Older versions of Node must be able to read this.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const wanted = majorOf(optionalDependencies.node);
/** A package has the program as JavaScript, a checkout as it was written. */
const main = ['src', 'dist'].map((folder) => join(root, folder, 'main.mjs')).find((file) => existsSync(file));
const own = ownNode();

if (majorOf(process.version) >= wanted) void import(pathToFileURL(main).href);
else if (own === undefined) refuse();
else runOn(own);

function majorOf(version) {
  return Number(/\d+/.exec(version)[0]);
}

/** Undefined where it was left out, or is none for this machine. */
function ownNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return undefined;
  }
}

function runOn(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.on('error', refuse);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends it to both.
  process.on('SIGINT', () => {});
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse() {
  console.error(
    `Tablecast needs Node ${wanted} or newer, and this is Node ${process.version.slice(1)}: install it from https://nodejs.org/en/download and try again.`,
  );
  process.exit(1);
}
