// Makes a fresh clone ready: installs the npm packages of the lockfile that the program needs to run; with
// `develop` also those that tests, checks and benchmarks need, with `browser` Chromium for the browser tests, and with
// `dashboard` the built dashboard.
// Runs on any Node from 20 on; quick when nothing is to be done.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

installPackages(process.argv.includes('develop'));
if (process.argv.includes('browser')) installBrowser();
if (process.argv.includes('dashboard')) buildDashboard();

function installPackages(develop) {
  const wanted = digestOf(join(root, 'package-lock.json'));
  const stamp = join(root, 'node_modules', '.tablecast-setup');
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isCurrent && (!develop || Object.keys(devDependencies).every(isInstalled))) return;
  // npm removes development packages that it is told to leave out: what is there is kept up to date instead.
  const omit = develop || Object.keys(devDependencies).some(isInstalled) ? [] : ['--omit=dev'];
  console.error(`Installing packages ${develop ? 'for development ' : ''}(once) …`);
  // Not `npm ci`: it refuses a lockfile without the binaries of platforms that a registry does not carry.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...omit]);
  // Loads everything once, so that the first start finds compiled modules.
  run(join(root, 'node_modules/.bin/node'), ['src/main.mjs', 'compile']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Built anew only when something that it is made of has changed. */
function buildDashboard() {
  const folder = join(root, 'dashboard');
  const hash = createHash('sha256');
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const others = ['index.html', 'package-lock.json', 'vite.config.ts'].map((name) => join(folder, name));
  for (const file of [...sources, ...others].sort())
    hash.update(file.slice(root.length)).update(readFileSync(file));
  const wanted = hash.digest('hex');
  const stamp = join(folder, 'dist', '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  installDashboardPackages(folder);
  console.error('Building the dashboard …');
  run(
    join(root, 'node_modules/.bin/node'),
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    folder,
  );
  writeFileSync(stamp, wanted);
}

function installDashboardPackages(folder) {
  const wanted = digestOf(join(folder, 'package-lock.json'));
  const stamp = join(folder, 'node_modules', '.tablecast-setup');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages of the dashboard (once) …');
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  writeFileSync(stamp, wanted);
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function isInstalled(name) {
  return existsSync(join(root, 'node_modules', name, 'package.json'));
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

function run(command, args, cwd = root) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
