/** Figures of a column as a person reads them. */

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const figure = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 });
const digits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });

const longestExact = 15;

/** A part is never told as all or as nothing. */
export function shareText(part: number, all: number): string {
  if (all === 0) return percent.format(0);
  const share = part / all;
  if (share > 0 && share < 0.001) return `under ${percent.format(0.001)}`;
  return share < 1 && share > 0.999 ? `over ${percent.format(0.999)}` : percent.format(share);
}

/** A number in the reader's own writing, if that shows all its digits or rounds an average. */
export function figureText(text: string, isNumber: boolean): string {
  const value = Number(text);
  if (!isNumber || !Number.isFinite(value)) return text;
  if (text.includes('e')) return text;
  return text.replace(/\D/g, '').length > longestExact ? figure.format(value) : digits.format(value);
}
