/**
 * Which passwords are refused, on every way to set one: too short, in every list of those that are tried first, or made
 * of the address or of our name. Digits and signs around a common word, and letters written as digits, do not make it a
 * better one (contract 5.7.4).
 */
import { commonPasswords } from './common-passwords.ts';

const shortestPassword = 8;
const longestPassword = 200;
const fewestDifferent = 5;
const shortestDigits = 12;
const shortestRun = 3;
/** Of an address such as `ann@…`, part of many words. */
const shortestName = 4;
const ownName = 'tablecast';

/** Why it is refused; undefined for a good one. */
export function passwordProblem(password: string, email: string): string | undefined {
  const letters = password.normalize('NFKC').toLowerCase();
  if (password.length < shortestPassword) return `At least ${shortestPassword} characters.`;
  if (password.length > longestPassword) return `At most ${longestPassword} characters.`;
  if (namesOf(email).some((name) => letters.includes(name)))
    return 'Choose a password without your e-mail address or our name in it.';
  return isCommon(letters) ? 'Too many people use this password or one like it. Choose another.' : undefined;
}

function namesOf(email: string): string[] {
  const address = email.trim().toLowerCase();
  const [name = ''] = address.split('@');
  return [ownName, ...[address, name].filter((each) => each.length >= shortestName)];
}

function isCommon(letters: string): boolean {
  if (new Set(letters).size < fewestDifferent) return true;
  if (/^\d+$/.test(letters) && letters.length < shortestDigits) return true;
  return isMadeOfRuns(letters) || [letters, ...unmasked(letters)].some(isCommonWord);
}

/** Keys and letters in their order, as `qwerty123` and `1q2w3e4r` have them. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
];
const allRows = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

function isMadeOfRuns(letters: string): boolean {
  let outside = 0;
  for (let at = 0; at < letters.length; ) {
    const length = longestRunAt(letters, at);
    if (length < shortestRun) outside += 1;
    at += length < shortestRun ? 1 : length;
  }
  return outside < shortestRun;
}

function longestRunAt(letters: string, at: number): number {
  let length = 0;
  const isRun = (end: number): boolean => allRows.some((row) => row.includes(letters.slice(at, end)));
  while (at + length < letters.length && isRun(at + length + 1)) length += 1;
  return length;
}

const digitsAsLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Without what stands around the letters, and with letters for the digits that stand for them. */
function unmasked(letters: string): string[] {
  const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = (text: string): string =>
    text.replace(/[03457@$]/g, (sign) => digitsAsLetters[sign] ?? sign);
  const inside = bare(letters);
  return ['i', 'l']
    .flatMap((one) => [letters, inside].map((text) => bare(spelled(text).replace(/[1!|]/g, one))))
    .concat(inside);
}

/** One word of the list, or two of them. */
function isCommonWord(word: string): boolean {
  if (commonPasswords.has(word)) return true;
  for (let at = shortestRun; at <= word.length - shortestRun; at++) {
    if (commonPasswords.has(word.slice(0, at)) && commonPasswords.has(word.slice(at))) return true;
  }
  return false;
}
