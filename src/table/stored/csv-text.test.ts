import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText, undoubleQuotes } from './csv-text.ts';

test('quotes of texts of any length are doubled, and taken back', () => {
  const text = fc.tuple(
    fc.string({ unit: fc.constantFrom('"', 'a', 'é', '🙂', '\n'), minLength: 1 }),
    fc.constantFrom(1, 5_000),
  );
  fc.assert(
    fc.property(text, ([piece, times]) => {
      const whole = `"${piece.repeat(times)}`;
      const csv = csvText(whole);
      expect(csv).toBe(`"${whole.split('"').join('""')}"`);
      expect(undoubleQuotes(csv.slice(1, -1))).toBe(whole);
    }),
    { numRuns: 50 },
  );
});
