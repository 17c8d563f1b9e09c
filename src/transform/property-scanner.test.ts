import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzed } from '../../tests/support/fuzzed.ts';
import { PropertyScanner } from './property-scanner.ts';

function scan(text: string, property: string, characters = text.length, mayBeEmpty = false) {
  const scanner = new PropertyScanner(text, property);
  while (!scanner.advance(characters));
  return scanner.result(mayBeEmpty);
}

function expected(text: string, property: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
  if (!value.every(isObject)) return undefined;
  return value
    .filter((item) => Object.hasOwn(item, property))
    .map((item) => (item[property] === null ? '' : JSON.stringify(item[property])))
    .join(', ');
}

test.each([
  ['[{"a":1},{"a":2}]', '1, 2'],
  ['[{"a":"x, y"},{"b":1},{"a":null},{"a":"z"}]', 'x, y, , z'],
  ['[ { "a" : "\\u00e9\\n\\"" , "b" : [ ] } , { } ] ', 'é\n"'],
  ['[{"\\u0061":7}]', '7'],
  ['[{"a":12345678901234567890.10,"b":1}]', '12345678901234567890.10'],
  ['[{"a":1,"a":2}]', '2'],
  ['[{"b":{"a":1}},{"b":[{"a":2}]}]', ''],
  ['[{"a": {"b": [1, 2]} }]', '{"b": [1, 2]}'],
  ['[{"a":true},{"a":false}]', 'true, false'],
])('%s gives %j', (text, result) => {
  for (const characters of [1, 2, 3, text.length]) expect(scan(text, 'a', characters)).toBe(result);
});

test.each(
  [
    '[',
    '[]',
    '[1]',
    '[{}',
    '[{]}',
    '[{}}',
    '[{},]',
    '[,{}]',
    '[{}] x',
    '[{"a":1},[]]',
    '[{"a":1},null]',
    '[{"a"}]',
    '[{"a":}]',
    '[{"a":1,}]',
    '[{"a":01}]',
    '[{"a":1.}]',
    '[{"a":.5}]',
    '[{"a":+1}]',
    '[{"a":1e}]',
    '[{"a":-}]',
    '[{"a":tru}]',
    '[{"a":"\n"}]',
    '[{"a":"\\x"}]',
    '[{"a":"\\u12g4"}]',
    '[{"a":"x]',
    "[{'a':1}]",
    '[{"a":[1,]}]',
    '[{"a":[}]}]',
    '[{"a":1}]\u00a0',
    '[{"a":NaN}]',
  ].map((text) => [text]),
)('%s is no list of objects', (text) => {
  expect(scan(text, 'a')).toBeUndefined();
});

test('an empty list counts where it may', () => {
  expect(scan('[ ]', 'a', 3, true)).toBe('');
});

const noStrings = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1.5e-7, 1e300),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '__proto__', 'é"\\'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('any JSON gives what JSON.parse finds, read in parts of any size', () => {
  const item = fc.oneof(
    { weight: 9, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'é"\\'), noStrings) },
    { weight: 1, arbitrary: noStrings },
  );
  const property = fc.constantFrom('a', 'b', 'é"\\', '__proto__');
  fc.assert(
    fc.property(
      fc.array(item),
      property,
      fc.constantFrom(0, 1),
      fc.integer({ min: 1, max: 50 }),
      (list, name, indent, size) => {
        const text = JSON.stringify(list, null, indent);
        expect(scan(text, name, size)?.replace(/\s/g, '')).toBe(expected(text, name)?.replace(/\s/g, ''));
      },
    ),
    { numRuns: fuzzed(1_000) },
  );
});

test('what JSON.parse refuses is no list of objects, and what it accepts is one', () => {
  const start = fc.constantFrom(
    '[{"a":1}]',
    '[{"a":"x\\n\\u00e9"},{"b":[1.5e+3,true,null]}]',
    '[{"a":{"c":[]}}]',
  );
  const piece = fc.constantFrom(...'[]{}:,"\\u019.eE+- tfnal\n\u0000é');
  fc.assert(
    fc.property(
      start,
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.array(piece, { maxLength: 3 }),
      (text, at, gone, more) => {
        const place = 1 + (at % text.length);
        const changed = text.slice(0, place) + more.join('') + text.slice(place + gone);
        expect(scan(changed, 'a') !== undefined).toBe(expected(changed, 'a') !== undefined);
      },
    ),
    { numRuns: fuzzed(5_000) },
  );
});

test('any string comes back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), fc.boolean(), (texts, isAscii) => {
      const json = JSON.stringify(texts.map((a) => ({ a })));
      const written = isAscii
        ? json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : json;
      expect(scan(written, 'a')).toBe(texts.join(', '));
    }),
  );
});
