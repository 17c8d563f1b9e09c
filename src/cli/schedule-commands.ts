/** `schedule create | set | list | history | run | pause | resume | delete`. */
import type { Account } from '../accounts/account.ts';
import { findAccountById, requireAccount } from '../accounts/account-store.ts';
import { optionalMoment } from '../api/api.ts';
import type { AppContext } from '../app-context.ts';
import { findProxy, proxyTitle } from '../endpoints/proxy-store.ts';
import { closeExportContext, openExportContext } from '../export/export-context.ts';
import { readQuery } from '../export/parameters.ts';
import { type WrittenSchedule, weekdays } from '../schedules/cadence.ts';
import { changeJob, createJob, resumeJob } from '../schedules/create-job.ts';
import type { Job } from '../schedules/job.ts';
import { deleteJob, findJob, jobsOf, lastRunsOf, setNextRun } from '../schedules/job-store.ts';
import { hasDestination } from '../schedules/job-view.ts';
import { runJobNow } from '../schedules/run-job-now.ts';
import { runsOf } from '../schedules/run-store.ts';
import { type Command, type CommandInput, onlyArgument, textOption } from './command.ts';
import { describeJob, describeRun } from './described-job.ts';
import { optionRows } from './options.ts';
import { parameterOptions } from './parameter-options.ts';
import { requireProxy } from './proxy-commands.ts';
import { deletedOf } from './restore-commands.ts';
import { tryingSampleHere } from './trying-sample.ts';

const jobOptions = ['endpoint', 'name', 'cadence', 'at', 'zone', 'weekday', 'day', 'param', 'view'] as const;

export const scheduleCreate: Command = {
  usage: 'schedule create EMAIL',
  does: 'Schedules an export of an endpoint: daily, weekly (--weekday) or monthly (--day) at a time of day in a time zone, with --param k=v as a request would have them; for accounts on a paid plan, 1,000 schedules each.',
  options: optionRows(...jobOptions, 'webhook'),
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const wanted = {
      endpointId: requiredOption(input, 'endpoint', 'the id of an endpoint of the account'),
      name: requiredOption(input, 'name', 'a name for the schedule'),
      query: parameterOptions(input),
      view: (await viewOption(context, input)) ?? null,
      webhook: textOption(input, 'webhook'),
      schedule: {
        cadence: textOption(input, 'cadence'),
        at: textOption(input, 'at'),
        zone: textOption(input, 'zone'),
        weekday: textOption(input, 'weekday'),
        day: textOption(input, 'day'),
      },
    };
    const job = await createJob(context, account, wanted, tryingSampleHere(context));
    return { id: job.id, nextRunAt: optionalMoment(job.nextRunAt), ...(await warningsOf(context, job)) };
  },
};

export const scheduleSet: Command = {
  usage: 'schedule set ID',
  does: 'Changes a schedule. What is not named stays; any --param replaces all parameters. Another time or cadence has another next run.',
  options: optionRows(...jobOptions, 'no-view', 'webhook', 'no-webhook'),
  run: async (context, input) => {
    const job = await requireJob(context, input);
    const parameters = parameterOptions(input);
    const hasParameters = Object.keys(parameters.values).length > 0;
    const wanted = {
      endpointId: textOption(input, 'endpoint') ?? job.endpointId,
      name: textOption(input, 'name') ?? job.name,
      query: hasParameters ? parameters : readQuery(Object.entries(job.parameters)),
      view: input.options['no-view'] === true ? null : ((await viewOption(context, input)) ?? job.view),
      webhook:
        input.options['no-webhook'] === true
          ? undefined
          : (textOption(input, 'webhook') ?? job.webhookUrl ?? undefined),
      schedule: changedSchedule(job, input),
    };
    await changeJob(context, await ownerOf(context, job), job, wanted, tryingSampleHere(context));
    return {
      ...(await shown(context, job)),
      ...(await warningsOf(context, await requireJob(context, input))),
    };
  },
};

/** Another cadence needs its own day; the same one keeps it. */
function changedSchedule({ schedule }: Job, input: CommandInput): WrittenSchedule {
  const cadence = textOption(input, 'cadence') ?? schedule.cadence;
  const kept = cadence === schedule.cadence ? schedule : { weekday: null, day: null };
  return {
    cadence,
    at: textOption(input, 'at') ?? schedule.at,
    zone: textOption(input, 'zone') ?? schedule.zone,
    weekday: textOption(input, 'weekday') ?? (kept.weekday === null ? undefined : weekdays[kept.weekday - 1]),
    day: textOption(input, 'day') ?? (kept.day === null ? undefined : String(kept.day)),
  };
}

export const scheduleList: Command = {
  usage: 'schedule list EMAIL',
  does: 'Lists the schedules of an account, with the next run and the last.',
  options: optionRows('deleted'),
  run: async (context, input) => {
    const { id } = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    if (input.options['deleted'] === true) return { deleted: await deletedOf(context, id, 'schedule') };
    const jobs = await jobsOf(context.database.db, id);
    const lastRuns = await lastRunsOf(
      context.database.db,
      jobs.map((job) => job.id),
    );
    const views = await viewTitles(context, jobs);
    return {
      jobs: jobs.map((job) => describeJob(job, lastRuns.get(job.id), views.get(job.view ?? ''))),
    };
  },
};

export const scheduleHistory: Command = {
  usage: 'schedule history ID',
  does: 'Lists the runs of a schedule, the newest first: when it was due, what came of it, and why it failed. They are kept for 400 days, 1,000 at most.',
  options: {},
  run: async (context, input) => {
    const { id } = await requireJob(context, input);
    return { runs: (await runsOf(context.database.db, id)).map(describeRun) };
  },
};

export const scheduleRun: Command = {
  usage: 'schedule run ID',
  does: 'Runs a schedule now and shows the run; costs a credit if it succeeds. The next run stays as planned.',
  options: {},
  run: async (context, input) => {
    const job = await requireJob(context, input);
    const exporting = await openExportContext(context);
    try {
      return describeRun(await runJobNow(exporting, job));
    } finally {
      await closeExportContext(exporting);
    }
  },
};

export const schedulePause: Command = {
  usage: 'schedule pause ID',
  does: 'Pauses a schedule: it is not due until it is resumed.',
  options: {},
  run: async (context, input) => {
    const job = await requireJob(context, input);
    await setNextRun(context.database.db, job.id, null);
    return shown(context, job);
  },
};

export const scheduleResume: Command = {
  usage: 'schedule resume ID',
  does: 'Resumes a paused schedule. What it missed is not made up.',
  options: {},
  run: async (context, input) => {
    const job = await requireJob(context, input);
    await resumeJob(context, await ownerOf(context, job), job);
    return shown(context, job);
  },
};

export const scheduleDelete: Command = {
  usage: 'schedule delete ID',
  does: 'Deletes a schedule; `schedule restore` brings it back with its history for seven days.',
  options: {},
  run: async (context, input) => {
    const { id } = await requireJob(context, input);
    await deleteJob(context.database.db, id, context.now());
    return { id, deleted: true };
  },
};

/** Before it costs anything. */
async function warningsOf({ database }: AppContext, job: Job): Promise<{ readonly warnings?: string[] }> {
  if (await hasDestination(database.db, job)) return {};
  return {
    warnings: [
      'No destination: you only get an e-mail. Each run still costs a credit, and the data is saved nowhere.',
    ],
  };
}

/** By the digest of its proxy. */
async function viewOption(context: AppContext, input: CommandInput): Promise<string | undefined> {
  const words = textOption(input, 'view');
  return words === undefined ? undefined : (await requireProxy(context, words)).digest;
}

async function ownerOf(context: AppContext, job: Job): Promise<Account> {
  const account = await findAccountById(context, job.accountId);
  if (!account) throw new Error('The account of this schedule is gone.');
  return account;
}

function requiredOption(input: CommandInput, name: string, what: string): string {
  const value = textOption(input, name);
  if (value === undefined) throw new Error(`--${name} takes ${what}.`);
  return value;
}

async function requireJob(context: AppContext, input: CommandInput): Promise<Job> {
  const id = onlyArgument(input, 'ID');
  const job = await findJob(context.database.db, id);
  if (!job) throw new Error(`There is no schedule ${id}. List them with: schedule list EMAIL`);
  return job;
}

async function shown(context: AppContext, { id }: Job) {
  const { database } = context;
  const job = await findJob(database.db, id);
  if (!job) throw new Error(`The scheduled job ${id} was deleted meanwhile.`);
  const views = await viewTitles(context, [job]);
  return describeJob(job, (await lastRunsOf(database.db, [id])).get(id), views.get(job.view ?? ''));
}

/** By the digests of their proxies. */
async function viewTitles(
  { database }: AppContext,
  jobs: readonly Job[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const titles = new Map<string, string | undefined>();
  for (const view of new Set(jobs.flatMap((job) => job.view ?? [])))
    titles.set(view, proxyTitle(await findProxy(database.db, view)));
  return titles;
}
