/** `--param name=value`, any number of times: as a query has them, but each must mean something. */
import { type ReadQuery, readQuery, unknownParameter } from '../export/parameters.ts';
import { type CommandInput, listOption } from './command.ts';

export function parameterOptions(input: CommandInput): ReadQuery {
  const query = readQuery(listOption(input, 'param').map(nameAndValue));
  const problem = unknownParameter(query);
  if (problem === undefined) return query;
  throw new Error(problem);
}

function nameAndValue(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  if (name === '' || value.length === 0)
    throw new Error(`--param takes name=value, not ${JSON.stringify(pair)}.`);
  return [name, value.join('=')];
}
