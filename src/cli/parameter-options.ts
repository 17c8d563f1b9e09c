/** `--param name=value`, any number of times (DESIGN section 3): as a query has them, but each must mean something. */
import { queryNames, type ReadQuery, readQuery } from '../export/parameters.ts';
import { type CommandInput, listOption, UsageError } from './command.ts';

export function parameterOptions(input: CommandInput): ReadQuery {
  const query = readQuery(listOption(input, 'param').map(nameAndValue));
  const [unknown] = query.ignored;
  if (unknown === undefined) return query;
  throw new UsageError(`There is no parameter ${unknown}; there are ${queryNames.join(', ')}.`);
}

function nameAndValue(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  if (name === '' || value.length === 0)
    throw new UsageError(`--param takes name=value, not ${JSON.stringify(pair)}.`);
  return [name, value.join('=')];
}
