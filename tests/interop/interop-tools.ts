/**
 * The programs of other people that the interop run needs: pandas with its readers, requests, and LibreOffice
 * Calc with its bridge to Python. As
 * root on Debian they are installed when they are missing; else the message says what to install.
 */
import { spawnSync } from 'node:child_process';

export const python = '/usr/bin/python3';

const readers = [
  'python3-pandas',
  'python3-lxml',
  'python3-bs4',
  'python3-html5lib',
  'python3-requests',
  'python3-uno',
];

/** False when something is missing and cannot be installed. */
export function haveTools(): boolean {
  const missing = missingPackages();
  if (missing.length === 0) return true;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (process.getuid?.() === 0 && succeeds('which', ['apt-get'])) {
    process.stderr.write(`Installing ${missing.join(' ')} (once) …\n`);
    succeeds('apt-get', ['update', '-qq']);
    succeeds('apt-get', install);
  }
  if (missingPackages().length === 0) return true;
  process.stderr.write(`Please install first: sudo apt-get ${install.join(' ')}\n`);
  return false;
}

function missingPackages(): string[] {
  return [
    ...(succeeds(python, ['-c', 'import pandas, lxml, bs4, html5lib, requests, uno']) ? [] : readers),
    ...(succeeds('which', ['soffice']) ? [] : ['libreoffice-calc']),
  ];
}

function succeeds(command: string, words: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, words, { env, stdio: 'ignore' }).status === 0;
}
