// Makes a fresh clone ready: installs the npm packages of the lockfile, and with `browser` also Chromium for
// the browser tests. Runs on any Node from 20 on; quick when nothing is to be done.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

installPackages();
if (process.argv.includes('browser')) installBrowser();

function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.tablecast-setup');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages (once) …');
  // Not `npm ci`: it refuses a lockfile without the binaries of platforms that a registry does not carry.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  // Loads everything once, so that the first start finds compiled modules.
  run(join(root, 'node_modules/.bin/node'), ['src/main.mjs', 'compile']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function installBrowser() {
  if (['chromium', 'chromium-browser', 'google-chrome'].some(onPath)) return;
  console.error('Installing Chromium for the browser tests (once) …');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  apt([...sudo, 'apt-get', 'update', '-qq']);
  apt([
    ...sudo,
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    'chromium',
    'fonts-dejavu-core',
  ]);
}

function apt([command, ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    console.error('Chromium could not be installed: install it by hand so that `chromium` is on the PATH.');
    process.exit(1);
  }
}

function onPath(program) {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}

function run(command, args) {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
