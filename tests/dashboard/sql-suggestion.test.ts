/** What one click makes of the service's advice, with the words that the service really says. */
import { describe, expect, it } from 'vitest';
import { inStatement } from '../../dashboard/src/pages/endpoint/build-url/sql-names.ts';
import { suggestionFor, withSuggestion } from '../../dashboard/src/pages/endpoint/build-url/suggestion.ts';
import { sqlAdvice } from '../../src/sql/advice.ts';
import { reservedWords } from '../../src/sql/language/keywords.ts';

const columns = ['Name', 'order', 'Unit price', 'Say "hi"'];

function mended(sql: string, data: string): string | undefined {
  const suggestion = suggestionFor(sql, { data, advice: sqlAdvice(data, sql, columns) });
  return suggestion && withSuggestion(sql, suggestion);
}

describe('a suggestion', () => {
  it.each([
    ['SELECT nme FROM service_table', 'no such column: nme', 'SELECT Name FROM service_table'],
    [
      "SELECT name, 'name' AS x -- name\nFROM service_table WHERE name > 1",
      'no such column: name',
      "SELECT Name, 'name' AS x -- name\nFROM service_table WHERE Name > 1",
    ],
    ['SELECT t."nme" FROM service_table t', 'no such column: t.nme', 'SELECT t.Name FROM service_table t'],
    [
      'SELECT unit price FROM service_table',
      'no such column: unit',
      'SELECT "Unit price" FROM service_table',
    ],
    [
      'SELECT Name FROM service_table ORDER BY order',
      'near "order": syntax error',
      'SELECT Name FROM service_table ORDER BY "order"',
    ],
    [
      "SELECT orders.Name FROM orders WHERE Name = 'orders'",
      'no such table: orders',
      "SELECT service_table.Name FROM service_table WHERE Name = 'orders'",
    ],
    [
      'SELECT Name FROM service_table WHERE Name = "North" OR Name = "North"',
      'no such column: North',
      "SELECT Name FROM service_table WHERE Name = 'North' OR Name = 'North'",
    ],
    [
      'SELECT Name FROM service_table WHERE Name = "O\'Brien & sons"',
      "no such column: O'Brien & sons",
      "SELECT Name FROM service_table WHERE Name = 'O''Brien & sons'",
    ],
    [
      'select top 10 Name FROM service_table ; ',
      'near "10": syntax error',
      'select Name FROM service_table LIMIT 10 ; ',
    ],
    [
      'SELECT TOP (5) * FROM service_table',
      'near "FROM": syntax error',
      'SELECT * FROM service_table LIMIT 5',
    ],
    ['SELECT TOP 10 * FROM service_table LIMIT 5', 'near "10": syntax error', undefined],
    ['SELECT Zebra FROM service_table', 'no such column: Zebra', undefined],
  ])('for %s', (sql, data, better) => {
    expect(mended(sql, data)).toBe(better);
  });

  it.each([
    ['Name', 'Name'],
    ['order', '"order"'],
    ['Order', '"Order"'],
    ['Unit price', '"Unit price"'],
    ['Say "hi"', '"Say ""hi"""'],
    ['2024', '"2024"'],
    ['', '""'],
    ['größe', 'größe'],
  ])('writes the column %j as %s', (name, written) => {
    expect(inStatement(name, [...reservedWords])).toBe(written);
  });
});
