import { expect, test } from 'vitest';
import { pageHead } from './page-head.ts';

const page = { title: 'A & <B>', nonce: 'n"1', style: '.own { color: red; }\n' };

test('a title and a nonce that cannot act, the style, and nothing else before the end of the head', () => {
  const head = pageHead(page);
  expect(head).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
  expect(head).toContain('<title>A &amp; &lt;B&gt;</title>\n<style nonce="n&quot;1">\n');
  expect(head).toMatch(/\n\.own { color: red; }\n<\/style>\n<\/head>\n$/);
  expect(head).toContain('color-scheme');
});

test('further markup stands at the end of the head', () => {
  expect(pageHead({ ...page, more: '<noscript></noscript>\n' })).toMatch(
    /<\/style>\n<noscript><\/noscript>\n<\/head>\n$/,
  );
});

test('is neither indexed nor sends its address on', () => {
  expect(pageHead(page)).toContain('<meta name="referrer" content="no-referrer">');
  expect(pageHead(page)).toContain('<meta name="robots" content="noindex">');
});
