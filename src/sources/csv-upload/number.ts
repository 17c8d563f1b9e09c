/**
 * Which texts are plainly written numbers: `-12`, `0.5`, `1e-10`; not `007`, `+7`, `.5`, `1.`, ` 7` or `NaN`,
 * which may be meant as text. And which of them JavaScript would write in the same way (contract 1.3.8).
 */

import { withDecimalPoint } from '../../base/decimal-comma.ts';

type NumberShape = 'integer' | 'decimal' | 'scientific' | 'none';

const plus = 0x2b;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const smallE = 0x65;
const toSmall = 0x20;
const maxDigits = 308;

/** What `text` holds from `start` to `end`. */
export function numberShape(text: string, start: number, end: number): NumberShape {
  const whole = afterMinus(text, start);
  let at = afterDigits(text, whole, end);
  if (at === whole || (at > whole + 1 && text.charCodeAt(whole) === zero)) return 'none';
  if (at === end) return 'integer';
  if (text.charCodeAt(at) === point) {
    const fraction = at + 1;
    at = afterDigits(text, fraction, end);
    if (at === fraction) return 'none';
    if (at === end) return 'decimal';
  }
  return isExponent(text, at, end) ? 'scientific' : 'none';
}

/** False for what is too large for any number of JavaScript. */
export function isFiniteNumber(text: string, start: number, end: number, shape: NumberShape): boolean {
  if (shape !== 'scientific' && end - start < maxDigits) return true;
  return Number.isFinite(Number(text.slice(start, end)));
}

/** Whether JavaScript writes the number from `start` to `end` just so. */
export function isShortestForm(text: string, start: number, end: number, shape: NumberShape): boolean {
  if (shape === 'integer' && end - start <= 15) return true;
  if (shape === 'decimal' && isShortDecimal(text, afterMinus(text, start), end)) return true;
  const written = text.slice(start, end);
  return String(Number(written)) === written;
}

/** Up to 15 digits, none of them an idle zero at the end, are always the shortest form from 0.1 on. */
function isShortDecimal(text: string, start: number, end: number): boolean {
  return (
    end - start <= 16 &&
    text.charCodeAt(end - 1) !== zero &&
    (text.charCodeAt(start) !== zero || text.charCodeAt(start + 2) !== zero)
  );
}

function afterMinus(text: string, start: number): number {
  return text.charCodeAt(start) === minus ? start + 1 : start;
}

function afterDigits(text: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) break;
  }
  return at;
}

function isExponent(text: string, start: number, end: number): boolean {
  if ((text.charCodeAt(start) | toSmall) !== smallE) return false;
  const sign = text.charCodeAt(start + 1);
  const digits = sign === minus || sign === plus ? start + 2 : start + 1;
  return digits < end && afterDigits(text, digits, end) === end;
}

const decimalCommaNumber = /^-?(?:0|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d+)?$/;

/** `1.234,56`, `99,90`, `1.234` and `7`, but not `1.5` or `12.34,5`: points only stand between thousands. */
export function isDecimalCommaNumber(text: string): boolean {
  return decimalCommaNumber.test(text) && Number.isFinite(Number(withDecimalPoint(text)));
}

const numberLike =
  /^\s*\(?-?\s*[$€£¥]?\s*-?(?:0|[1-9]\d*)(?:[.,'\s]\d{3})*(?:[.,]\d+)?(?:[eE][+-]?\d+)?\s*[%$€£¥]?-?\)?\s*$/;
const maxNumberLikeLength = 40;

/** A number as people write it: `1,234.50`, `$12`, `5 %`, `1 234,5`. Not `007` or `+49`, which are meant as text. */
export function looksLikeNumber(text: string): boolean {
  return text.length <= maxNumberLikeLength && numberLike.test(text);
}
