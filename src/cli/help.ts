/**
 * The help of the command line (contract 10.1.4): all commands, those of one noun, or one command with the meaning of
 * every option. It needs neither settings nor a database.
 */
import { allCommands } from './all-commands.ts';
import type { CommandSummary } from './command.ts';
import { optionMeaning, optionRows } from './options.ts';

/** What can be written after `tablecast`, by its words. */
export const describedCommands: Readonly<Record<string, CommandSummary>> = {
  serve: {
    usage: 'serve',
    does: 'Serves Tablecast until it gets SIGTERM or SIGINT; then it finishes the answers it has begun.',
    options: {},
  },
  try: {
    usage: 'try FILE',
    does: 'Serves a CSV file at once, without anything that is set up, and prints its URL; Ctrl+C stops it and forgets everything. It takes any free port unless `PORT` is set.',
    options: optionRows('name', 'type', 'fields', 'header', 'skip-lines', 'decimal', 'text'),
  },
  ...allCommands,
};

/** The help that the words ask for, by `--help`, `-h`, `help`, or by being none. */
export function requestedHelp(words: readonly string[]): string | undefined {
  const [first] = words;
  if (first === undefined) return overview(Object.keys(describedCommands));
  if (first === 'help') return helpOn(words.slice(1));
  const end = words.indexOf('--');
  const flags = words.slice(0, end < 0 ? undefined : end);
  if (!flags.includes('--help') && !flags.includes('-h')) return undefined;
  const topicEnd = words.findIndex((word) => word.startsWith('-'));
  return helpOn(words.slice(0, topicEnd));
}

export function unknownCommand(words: readonly string[]): Error {
  const asked = words.slice(0, 2).join(' ');
  const ofNoun = commandsOf(words[0] ?? '');
  const known = ofNoun.length > 0 ? ofNoun : Object.keys(describedCommands);
  const help = ofNoun.length > 0 ? `tablecast ${words[0]} --help` : 'tablecast --help';
  return new Error(
    `There is no command ${JSON.stringify(asked)}.\nThere are: ${known.join(', ')}.\nHelp: ${help}`,
  );
}

/** What is wrong with the options, which ones there are, and where to read more. */
export function wrongOptions(words: string, problem: string): Error {
  const names = Object.keys(describedCommands[words]?.options ?? {}).map((name) => `--${name}`);
  const known = [...names, '--json', '--help'].join(', ');
  return new Error(`${problem}.\nOptions of ${words}: ${known}.\nHelp: tablecast ${words} --help`);
}

function helpOn(topic: readonly string[]): string {
  for (const length of [2, 1]) {
    const words = topic.slice(0, length).join(' ');
    const command = Object.hasOwn(describedCommands, words) ? describedCommands[words] : undefined;
    if (command) return commandHelp(words, command);
  }
  const names = topic.length === 0 ? Object.keys(describedCommands) : commandsOf(topic[0] ?? '');
  if (names.length === 0 || topic.length > 1) throw unknownCommand(topic);
  return overview(names);
}

function commandsOf(noun: string): string[] {
  return Object.keys(describedCommands).filter((words) => words.startsWith(`${noun} `));
}

function overview(names: readonly string[]): string {
  const entries = names.flatMap((words) => {
    const command = describedCommands[words];
    return command ? [entry(command.usage, plainText(command.does))] : [];
  });
  return `Usage: tablecast COMMAND [options]\n\n${entries.join('')}\nThe options of a command: tablecast COMMAND --help\n`;
}

function commandHelp(words: string, { usage, does, options }: CommandSummary): string {
  const own = Object.entries(options).map(([name, { type }]): [string, string] => [
    `--${name}${type === 'string' ? ' VALUE' : ''}`,
    plainText(optionMeaning(words, name)),
  ]);
  const entries = [...own, ...commonOptions].map(([title, text]) => entry(title, text));
  return `Usage: tablecast ${usage} [options]\n\n${wrapped(plainText(does), '')}\n\nOptions:\n${entries.join('')}`;
}

const entry = (title: string, text: string): string => `  ${title}\n${wrapped(text, '      ')}\n`;

const commonOptions: readonly (readonly [string, string])[] = [
  ['--json', 'Prints one JSON object, on a terminal too.'],
  ['-h, --help', 'Shows this help.'],
];

/** Without the marks of Markdown. */
function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

const lineWidth = 80;

function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > lineWidth) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => indent + each).join('\n');
}
