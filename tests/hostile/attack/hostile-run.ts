/**
 * The service under attack: 50 connections and three accounts of an attacker do what their seed says, beside an innocent
 * client. Tells whether the service lived, what the innocent one got, and what was left behind (contract 8.6.2).
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { residentMb } from '../../../bench/process-tree.ts';
import { FaultWorld } from '../../faults/fault-world.ts';
import type { LoadFigure } from '../../load/load-figure.ts';
import { isRunning } from '../../support/process-signals.ts';
import { endWithThisProcess } from '../../support/service-process.ts';
import { signInAt } from '../../support/session.ts';
import type { AttackTarget } from './attack-target.ts';
import { startInnocent } from './innocent-client.ts';

export interface HostileRun {
  readonly minutes: number;
  readonly seed: number;
  readonly connections: number;
  /** How long after the attack nothing of it is left. */
  readonly settleSeconds: number;
  /** Bars of time and memory are for a machine that does nothing else. */
  readonly isMeasured: boolean;
  say(line: string): void;
}

const attackerFile = fileURLToPath(new URL('./attacker.ts', import.meta.url));
const password = 'correct horse battery';
const innocentCsv = `name,amount\n${Array.from({ length: 50 }, (_, at) => `row ${at},${at}\n`).join('')}`;
const hostileCsv = `n,text\n${Array.from({ length: 60_000 }, (_, at) => `${at},${'some words in a cell '.repeat(5)}${at}\n`).join('')}`;

export async function hostileRun(run: HostileRun): Promise<LoadFigure[]> {
  await using world = await FaultWorld.open();
  const { url, pid } = await world.startReplica();
  const innocentEndpoint = await publish(world, 'innocent.csv', innocentCsv, 'innocent@example.com');
  const target = await prepare(world, url, run);
  const innocent = startInnocent(url, innocentEndpoint, innocentCsv);
  const memory = watchMemory(pid);
  const counts = await attack(target);
  await innocent.stop();
  const peakMb = memory.stop();
  run.say(`the attacker did: ${JSON.stringify(counts)}`);
  for (const problem of [...innocent.wrong, ...innocent.slowest]) run.say(problem);
  const left = await leftBehind(world, run.settleSeconds);
  for (const path of left) run.say(`left: ${path}`);
  const { latencies } = innocent;
  return [
    { measure: 'the service has ended', value: isRunning(pid) ? 0 : 1, unit: '', atMost: 0 },
    {
      measure: 'wrong answers to the innocent client',
      value: innocent.wrong.length,
      unit: '',
      atMost: 0,
      remark: `of ${latencies.count}`,
    },
    {
      measure: 'p99 of the innocent client',
      value: latencies.quantileMs(0.99),
      unit: 'ms',
      ...(run.isMeasured && { atMost: 1_000 }),
      remark: `longest ${Math.round(latencies.maxMs)} ms`,
    },
    {
      measure: 'memory of all processes',
      value: peakMb,
      unit: 'MB',
      ...(run.isMeasured && { atMost: 1_200 }),
    },
    {
      measure: `files in scratch, and drafts too many, ${run.settleSeconds} s after`,
      value: left.length,
      unit: '',
      atMost: 0,
    },
    {
      measure: 'things that the attacker did',
      value: Object.values(counts).reduce((sum, count) => sum + count, 0),
      unit: '',
      remark: `seed ${run.seed}, ${run.connections} connections`,
    },
  ];
}

async function prepare(world: FaultWorld, url: string, run: HostileRun): Promise<AttackTarget> {
  const accounts: AttackTarget['accounts'] = [];
  for (const name of ['mallory', 'trudy', 'eve']) {
    const email = `${name}@example.com`;
    const endpoint = await publish(world, `${name}.csv`, hostileCsv, email);
    accounts.push({ email, endpoint, cookie: await signInAt(url, { email, password }) });
  }
  const publicEndpoint = accounts[0]?.endpoint ?? '';
  await world.command('endpoint', 'set', publicEndpoint, '--public', 'true');
  const lockedEndpoint = await publish(world, 'locked.csv', innocentCsv);
  await world.command('endpoint', 'set', lockedEndpoint, '--token', 'a-token-that-nobody-guesses');
  const { seed, connections } = run;
  return { url, seconds: run.minutes * 60, seed, connections, accounts, publicEndpoint, lockedEndpoint };
}

async function publish(world: FaultWorld, name: string, csv: string, email?: string): Promise<string> {
  if (email !== undefined)
    await world.command(
      'account',
      'create',
      email,
      '--plan',
      'custom',
      '--credits',
      '10000000',
      '--password',
      password,
    );
  const owner = email === undefined ? [] : ['--owner', email];
  const { id } = await world.command('publish', await world.file(name, csv), ...owner);
  return String(id);
}

const countsShape = z.record(z.string(), z.number());

async function attack(target: AttackTarget): Promise<Readonly<Record<string, number>>> {
  const child = spawn(process.execPath, [attackerFile, JSON.stringify(target)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), endWithThisProcess(child)]);
  return countsShape.parse(JSON.parse(output));
}

function watchMemory(pid: number): { stop(): number } {
  let peakMb = 0;
  const look = (): void => {
    peakMb = Math.max(peakMb, residentMb(pid));
  };
  look();
  const timer = setInterval(look, 500);
  return {
    stop: () => {
      clearInterval(timer);
      return peakMb;
    },
  };
}

/** An account keeps its last five drafts for an hour; all others, and all scratch, are gone in time. */
const keptDrafts = 3 * 5;

async function leftBehind(world: FaultWorld, settleSeconds: number): Promise<string[]> {
  let left: string[] = [];
  for (const until = Date.now() + settleSeconds * 1_000; Date.now() < until; await pause(500)) {
    const scratch = globSync('scratch/*/**/*', { cwd: world.dataDir }).filter(
      (path) => !isFolderOfItsOwn(path),
    );
    const drafts = await world.look(({ db }) =>
      db.selectFrom('uploads').select('id').where('endpoint_id', 'is', null).execute(),
    );
    left = [...scratch, ...drafts.slice(keptDrafts).map(({ id }) => `draft ${id}`)];
    if (left.length === 0) break;
  }
  return left;
}

/** Folders that a process has from its start on. */
function isFolderOfItsOwn(path: string): boolean {
  return /^scratch\/[^/]+\/(?:lock|[^/]+)$/.test(path);
}
