/** Which error of contract 7 the reason of a failed run is, by its text, for the page that explains it; pure. */
import { allErrors, type ErrorKey } from '../errors/errors.ts';

/** Undefined if no error has such a text. Of errors with the same text the last one, whose page is the broadest. */
export function reasonKey(text: string): ErrorKey | undefined {
  // The text of a rate limit is the code of the platform alone.
  return patterns.findLast(([, pattern]) => pattern.test(text))?.[0] ?? codeKey(text);
}

function codeKey(text: string): ErrorKey | undefined {
  return /^[A-Z][A-Z0-9_]+$/.test(text) ? 'platformRateLimit' : undefined;
}

const isKey = (key: string): key is ErrorKey => Object.hasOwn(allErrors, key);

const patterns: readonly (readonly [ErrorKey, RegExp])[] = Object.keys(allErrors)
  .filter(isKey)
  .filter((key) => !/^\{\w+\}$/.test(allErrors[key].text))
  .map((key) => [key, patternOf(allErrors[key].text)]);

function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
