/**
 * Numbers as people write them, as plain ones: `$1,234.50`, `1.234,50 €`, `12 %`, `(50)`, `1 234`. A percentage is the
 * number before its sign. Only for a column that its owner has said to be numeric (contract 1.3.10).
 */

export type DecimalSign = 'comma' | 'point';

const maxLength = 64;
const currency = String.raw`(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\p{Sc}|kr\.?|zł|Kč|Ft|Fr\.?)`;
const amount = new RegExp(
  String.raw`^(\()?([+\-\u2212])?\s*(?:${currency}\s*)?([+\-\u2212])?([\d.,'\u2019\s]*\d)(?:[eE]([+-]?\d{1,3}))?\s*(?:%|${currency})?([-\u2212])?(\))?$`,
  'u',
);
const groups: Readonly<Record<DecimalSign, RegExp>> = {
  point: /^(?:(\d{1,3}(?:([,'\u2019\s])\d{3})(?:\2\d{3})*)|(\d*))(?:\.(\d+))?$/u,
  comma: /^(?:(\d{1,3}(?:([.'\u2019\s])\d{3})(?:\2\d{3})*)|(\d*))(?:,(\d+))?$/u,
};

/** With a decimal point and nothing around it; null for what is no number if its decimal mark is this one. */
export function plainNumber(written: string, mark: DecimalSign): string | null {
  if (written.length > maxLength) return null;
  const found = amount.exec(written.trim());
  if (!found) return null;
  const [, open, before, after, digits = '', exponent, behind, close] = found;
  const signs = [before, after, behind].filter((sign) => sign !== undefined);
  if ((open === undefined) !== (close === undefined) || signs.length > 1) return null;
  const parts = groups[mark].exec(digits);
  if (!parts) return null;
  const [, grouped, , bare = '', fraction] = parts;
  const whole = (grouped?.replace(/\D/g, '') ?? bare).replace(/^0+(?=\d)/, '') || '0';
  const isNegative = open !== undefined || (signs[0] !== undefined && signs[0] !== '+');
  const power = exponent === undefined ? '' : `e${exponent}`;
  const plain = `${isNegative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}${power}`;
  return Number.isFinite(Number(plain)) ? plain : null;
}
