/** The address of an endpoint as parameters and back. */
import { describe, expect, it } from 'vitest';
import { urlAs, urlOf } from '../../dashboard/src/features/urls/url-of.ts';
import { readUrl, valueIn, withValue } from '../../dashboard/src/pages/endpoint/build-url/url-query.ts';

const own = 'https://data.example/base/0123456789012345678901';

describe('an address', () => {
  it.each([
    [`${own}`, []],
    [`${own}/?type=xml`, [['type', 'xml']]],
    [
      'http://localhost:8080/base/files/0123456789012345678901?a=1&a=2#x',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['?sql=SELECT+1%2B1', [['sql', 'SELECT 1+1']]],
    [`  ${own}?nest_json=a%26b=c\n `, [['nest_json', 'a&b=c']]],
    [`${own}?broken=%E0%A4%A`, [['broken', '\ufffd%A']]],
  ])('%s is read', (text, query) => {
    expect(readUrl(text, own)).toEqual({ query });
  });

  it.each(['', 'hello', 'https://data.example/other', `${own}x`, 'javascript:alert(1)'])(
    '%j is not that of the endpoint',
    (text) => {
      expect(readUrl(text, own)).toHaveProperty('problem');
    },
  );

  it('carries every sign, encoded', () => {
    const value = `a b+c&d=e'f*(g)!h%i"j<k>l#m?n\u{1f600}\ud800`;
    const url = urlOf(own, [['sql', value]]);
    expect(url).toMatch(/^[\w:/.?=%~-]+$/);
    expect(url).toContain('%27f%2A%28g%29%21h');
    expect(new URL(url).searchParams.get('sql')).toBe(value.toWellFormed());
  });

  it('is told in another format, whatever else it carries', () => {
    const built = urlOf(own, [
      ['Type', 'xml'],
      ['sql', "SELECT 'a b'"],
    ]);
    expect(urlAs(built, 'csv')).toBe(`${own}?sql=SELECT%20%27a%20b%27&type=csv`);
    expect(urlAs(own, 'csv')).toBe(`${own}?type=csv`);
  });
});

describe('a parameter', () => {
  it('is read in any case, the last one counts, and changing it keeps its place', () => {
    const query = [
      ['Type', 'xml'],
      ['x', '1'],
      ['type', 'csv'],
    ] as const;
    expect(valueIn(query, 'type')).toBe('csv');
    expect(withValue(query, 'type', 'ndjson')).toEqual([
      ['type', 'ndjson'],
      ['x', '1'],
    ]);
    expect(withValue(query, 'type', '')).toEqual([['x', '1']]);
    expect(withValue(query, 'sql', 'SELECT 1')).toEqual([...query, ['sql', 'SELECT 1']]);
  });
});
