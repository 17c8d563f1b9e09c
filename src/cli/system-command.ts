/** `system`: what the service checks of itself, as administrators see it on the page System. */
import { systemFindings } from '../api/administration/system.ts';
import { type Command, noArgument } from './command.ts';

export const system: Command = {
  usage: 'system',
  does: 'Checks the service: its address, database, store of files, mail, payment, and what belongs to nobody.',
  options: {},
  run: async (context, input) => {
    noArgument(input);
    return { checks: await systemFindings(context) };
  },
};
