import { expect, test } from 'vitest';
import { detectEncoding } from './encoding.ts';
import { refuseOtherFiles } from './other-files.ts';

const look = (head: Buffer) => refuseOtherFiles(head, detectEncoding(head));

test.each([
  ['PK\x03\x04', 'an Excel workbook or another zip file'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook'],
  ['\x1f\x8b', 'a compressed file'],
  ['%PDF-1.4', 'a PDF document'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'an image (PNG)'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'an image (JPEG)'],
  ['{"a":1}\n{"a":2}\n', 'JSON'],
  ['\n [\n  {"a":1}', 'JSON'],
  ['\xef\xbb\xbf[["a","b"]]', 'JSON'],
  ['["a"]', 'JSON'],
  ['{}', 'JSON'],
  ['\r\n<!DOCTYPE html>', 'a web page'],
  ['<html>', 'a web page'],
  ['<table border=1>', 'a web page'],
  ['<?xml version="1.0"?>', 'a web page'],
  ['\xff\xfe[\0{\0', 'JSON'],
  ['a long enough header,b\n\x80\0', 'a binary file'],
])('refuses a file that begins with %j', (begins, what) => {
  expect(() => look(Buffer.from(begins, 'latin1'))).toThrow(`The file is not a CSV file but ${what}`);
});

test.each([
  'id,name\n',
  '[id],[name]\n',
  '[1],x\n',
  '<TICKER>,<PER>,<DATE>\n',
  '<tables>,x\n',
  '"{""a"":1}",b\n',
  '"[""a""]"\n',
  '{id},b\n',
  'a,\0b\n',
  'naïve,\0\n',
  'GIF,PNG\n',
])('takes a file that begins with %j', (begins) => {
  expect(() => look(Buffer.from(begins, 'utf8'))).not.toThrow();
});

test('a character that the end of the sample cuts off does not make it binary', () => {
  expect(() => look(Buffer.from('a,\0é').subarray(0, -1))).not.toThrow();
});
