import { describe, expect, test } from 'vitest';
import { waitPage } from './wait-page.ts';

const page = (dataUrl: string, title = 'Orders', download = true) =>
  waitPage({ title, dataUrl, download, nonce: 'n0nce' });
const refresh = (dataUrl: string) => /http-equiv="refresh" content="0; url=([^"]*)"/.exec(page(dataUrl))?.[1];

describe('the waiting page', () => {
  test.each([
    ['/abc?type=csv&sql=SELECT%201', '/abc?type=csv&amp;sql=SELECT%201'],
    ['https://tables.example/abc?x=1', 'https://tables.example/abc?x=1'],
    ['abc?next=http://x', 'abc?next=http://x'],
    ['/abc?a="b\'<c> ;é', '/abc?a=%22b%27%3cc%3e%20;%C3%A9'],
    ['/a\r\nb\u0000\ud800', '/a%0D%0Ab%00%EF%BF%BD'],
    ['//outside.example/abc', '/outside.example/abc'],
    ['/\\outside.example/abc', '/outside.example/abc'],
  ])('goes to %j', (dataUrl, written) => {
    expect(refresh(dataUrl)).toBe(written);
    expect(page(dataUrl)).toContain(`data-address="${written}"`);
  });

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    '\tjavascript:x',
  ])('refuses %j', (dataUrl) => {
    expect(() => page(dataUrl)).toThrow(RangeError);
  });

  test('escapes the name wherever it stands', () => {
    const hostile = '"></title></script><script>x</script>';
    expect(page('/a', hostile).match(/</g)).toHaveLength(page('/a').match(/</g)?.length ?? 0);
    expect(page('/a', hostile).match(/"/g)).toHaveLength(page('/a').match(/"/g)?.length ?? 0);
  });

  test('has no link without an address', () => {
    expect(page('/a')).not.toMatch(/<a\b(?![^>]*\shref=)/);
  });

  test('says what will happen', () => {
    expect(page('/a', 'Orders', true)).toContain('The file is saved by itself');
    expect(page('/a', 'Orders', false)).toContain('It appears here by itself');
  });
});
