/**
 * Options that are secrets (contract 10.1.3). Words of a command are seen by every user of the machine, so a secret can
 * also come from standard input, a line each, or from the environment; and a token can be made here.
 */
import { createInterface } from 'node:readline';
import { strongToken } from '../access/bearer.ts';
import type { CommandOption, OptionValue } from './command.ts';

type Values = Readonly<Record<string, OptionValue>>;

export interface ReadSecrets {
  readonly values: Values;
  /** Made here, to be shown once. */
  readonly made: Readonly<Record<string, string>>;
}

/** A token of the alphabet of ids has at least 95 bits with so many characters. */
const strongLength = 16;

export async function readSecretOptions(
  options: Readonly<Record<string, CommandOption>>,
  values: Values,
  warn: (text: string) => void,
): Promise<ReadSecrets> {
  const read: Record<string, OptionValue> = { ...values };
  const made: Record<string, string> = {};
  using lines = linesOf(process.stdin);
  for (const [name, { secret, canBeMade }] of Object.entries(options)) {
    const given = values[name];
    if (!secret || typeof given !== 'string') continue;
    if (canBeMade && given === 'auto') made[name] = strongToken();
    const value = made[name] ?? (await secretOf(name, given, lines));
    if (canBeMade && value.length < strongLength) warn(shortSecret(name, value.length));
    read[name] = value;
  }
  return { values: read, made };
}

async function secretOf(name: string, given: string, lines: Lines): Promise<string> {
  if (given === '-') {
    const line = await lines.next();
    if (!line) throw new Error(`--${name} - takes a line of standard input, and there is none.`);
    return line;
  }
  if (!given.startsWith('env:')) return given;
  const variable = given.slice('env:'.length);
  const value = process.env[variable];
  if (!value) throw new Error(`--${name} ${given}: the variable ${variable} is not set.`);
  return value;
}

const shortSecret = (name: string, length: number): string =>
  `Warning: a ${name} of ${length} characters can be guessed. A strong one: --${name} auto\n`;

interface Lines extends Disposable {
  next(): Promise<string | undefined>;
}

/** Opened only when a line is asked for: a command that needs none does not touch its standard input. */
function linesOf(input: NodeJS.ReadableStream): Lines {
  let open: ReturnType<typeof createInterface> | undefined;
  let lines: AsyncIterator<string> | undefined;
  return {
    next: async () => {
      open ??= createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
      lines ??= open[Symbol.asyncIterator]();
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    [Symbol.dispose]: () => open?.close(),
  };
}
