/**
 * Texts that people type, at every door alike: their length has a bound, and they have no characters that nobody sees
 * and that not every part of the service can keep (PostgreSQL keeps no NUL).
 */
import { z } from 'zod';

const notInLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Tabs and line ends are typed. */
const notInLines = /[[\p{Cc}]--[\t\n\r]]/v;

const oneLine = 'Use one line, without control characters.';
const noControl = 'Remove the control characters.';

/** One line as it is, for what must not be changed: ids, tokens, passwords. */
export const exactLine = (longest: number) => bounded(z.string(), longest).refine(isLine, oneLine);

/** One line; white space around it is not meant. */
export const typedLine = (longest: number) => bounded(z.string().trim(), longest).refine(isLine, oneLine);

/** Several lines as they are. */
export const exactLines = (longest: number) => bounded(z.string(), longest).refine(isLines, noControl);

export const typedLines = (longest: number) => bounded(z.string().trim(), longest).refine(isLines, noControl);

/** Of an endpoint. */
export const tagText = typedLine(50).min(1, 'Enter a tag.');

/** Of an endpoint, a schedule. */
export const nameText = typedLine(200).min(1, 'Enter a name.');

function isLine(text: string): boolean {
  return !notInLine.test(text);
}

function isLines(text: string): boolean {
  return !notInLines.test(text);
}

function bounded(text: z.ZodString, longest: number): z.ZodString {
  return text.max(longest, `At most ${longest.toLocaleString('en')} characters.`);
}
