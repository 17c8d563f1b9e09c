/** `endpoint pause | resume`. */
import type { AppContext } from '../app-context.ts';
import { setPaused } from '../endpoints/pause-store.ts';
import { type Command, type CommandInput, type CommandResult, onlyArgument } from './command.ts';
import { requireEndpoint, shown } from './endpoint-commands.ts';

export const endpointPause: Command = {
  usage: 'endpoint pause ID',
  does: 'Pauses an endpoint: its URL and its views answer 403 and its schedules are skipped until it is resumed.',
  options: {},
  run: (context, input) => change(context, input, context.now()),
};

export const endpointResume: Command = {
  usage: 'endpoint resume ID',
  does: 'Resumes a paused endpoint: its URL answers as before. Schedules run at their next time; what they missed is not made up.',
  options: {},
  run: (context, input) => change(context, input, null),
};

async function change(context: AppContext, input: CommandInput, at: number | null): Promise<CommandResult> {
  const { id } = await requireEndpoint(context, onlyArgument(input, 'ID'));
  await setPaused(context.database.db, [id], at);
  return shown(context, await requireEndpoint(context, id));
}
