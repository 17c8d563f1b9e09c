/** What every command of the command line is (contract 10.1.2): words and options in, one JSON object out. */
import type { z } from 'zod';
import type { AppContext } from '../app-context.ts';
import { nameText } from '../base/typed-text.ts';

export interface CommandSummary {
  /** As written after `tablecast`, with its arguments: `endpoint set ID`. */
  readonly usage: string;
  readonly does: string;
  /** By name; what each means is in options.ts. */
  readonly options: Readonly<Record<string, CommandOption>>;
}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** Options that cannot be given beside it. */
  readonly notWith?: readonly string[];
  /** What `ps` should not show: `-` reads it from standard input, `env:NAME` from the environment. */
  readonly secret?: boolean;
  /** A secret that the service itself asks for: `auto` makes a strong one. */
  readonly canBeMade?: boolean;
}

export interface Command extends CommandSummary {
  /** The folder that it fills; that of the service's own state unless it says so. */
  writesTo?(input: CommandInput): string | undefined;
  run(context: AppContext, input: CommandInput): Promise<CommandResult>;
}

export interface CommandInput {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
}

export type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

export type CommandResult = Readonly<Record<string, unknown>>;

export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** In the form that it must have; says what is wrong with it. */
export function readText(input: CommandInput, name: string, form: z.ZodType<string>): string | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  const { data, error } = form.safeParse(value);
  if (data === undefined) throw new Error(`--${name}: ${error?.issues[0]?.message ?? ''}`);
  return data;
}

export function nameOption(input: CommandInput): string | undefined {
  return readText(input, 'name', nameText);
}

export function listOption({ options }: CommandInput, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function wholeNumberOption(input: CommandInput, name: string): number | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value))
    throw new Error(`--${name} takes a whole number, not ${JSON.stringify(value)}.`);
  return Number(value);
}

export function flagOption(input: CommandInput, name: string): boolean | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new Error(`--${name} takes true or false.`);
  return value === 'true';
}

/** A column name may hold a comma: then it is written in double quotes, as in CSV. */
export function namesOption(input: CommandInput, name: string): string[] | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  const names = [...value.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );
  const unique = new Set(names);
  if (unique.size < names.length || unique.has(''))
    throw new Error(`--${name} takes different names, separated by commas.`);
  return names;
}

export function oneOf<T extends string>(
  allowed: readonly T[],
  value: string | undefined,
  what: string,
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new Error(`${what} must be one of ${allowed.join(', ')}.`);
  return found;
}

/** `name` is what the usage calls it. */
export function onlyArgument(input: CommandInput, name: string): string {
  const argument = optionalArgument(input, name);
  if (argument === undefined) throw new Error(`This command takes one ${name}.`);
  return argument;
}

export function optionalArgument(input: CommandInput, name: string): string | undefined {
  const [argument, ...more] = input.arguments;
  if (argument === '' || more.length > 0) throw new Error(`This command takes one ${name}.`);
  return argument;
}

export function noArgument(input: CommandInput): void {
  const [argument] = input.arguments;
  if (argument !== undefined) {
    throw new Error(`This command takes no argument, not ${JSON.stringify(argument)}.`);
  }
}
