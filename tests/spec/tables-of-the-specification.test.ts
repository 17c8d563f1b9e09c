/**
 * The tables of the program are those of the specification: compared with the copies beside this file, row by row
 * and both ways. Where the specification itself is at hand, the copies are compared with it (2, 4.6, 4.7).
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { parameterMeanings } from '../../src/export/parameters.ts';
import { allFormats } from '../../src/formats/all-formats.ts';
import { type Plan, plans } from '../../src/plans/plans.ts';
import { type Copy, codes, comparableCopies, copiedRows, specifiedRows } from './specification-table.ts';

test('4.6: the parameters are those of the table, in its order', () => {
  const specified = copiedRows('./section-4-6-table.md').map(([name]) => name);
  expect(Object.keys(parameterMeanings)).toEqual(specified);
});

test('4.7: the formats begin with those of the table, in its order, with its type values and content types', () => {
  const specified = copiedRows('./section-4-7-table.md').map(([, type = '', contentType = '']) => {
    const [name = 'csv'] = codes(type);
    return `${name} ${codes(contentType)[0]}`;
  });
  const ours = Object.entries(allFormats).map(([name, { contentType }]) => `${name} ${contentType}`);
  expect(specified).toHaveLength(11);
  expect(ours.slice(0, specified.length)).toEqual(specified);
});

test('section 2: the plans have the credits and prices of the table, in its order', () => {
  const ours = Object.values(plans).map((plan: Plan) => [
    plan.label,
    credits(plan),
    price(plan.monthlyPrice),
    price(plan.annualPrice),
  ]);
  expect(ours).toEqual(copiedRows('./section-2-plans-table.md'));
});

function credits({ monthlyCredits, oneTime, moreCanBeAdded }: Plan): string {
  if (monthlyCredits === null) return 'negotiable';
  return `${monthlyCredits}${oneTime ? ', one time' : ''}${moreCanBeAdded ? ', more can be added' : ''}`;
}

function price(dollars: number | null): string {
  if (dollars === null) return 'custom';
  return dollars === 0 ? 'free' : `$${dollars}`;
}

const copies: readonly Copy[] = [
  ['./section-2-plans-table.md', '### Plans and credits'],
  ['./section-4-6-table.md', '### 4.6 Query parameters'],
  ['./section-4-7-table.md', '### 4.7 Output formats'],
  ['./section-7-table.md', '## 7. Errors'],
];

test('the copies are all that are kept, and each is a table', () => {
  const kept = readdirSync(import.meta.dirname).filter((file) => file.endsWith('-table.md'));
  expect(copies.map(([file]) => basename(file))).toEqual(kept.sort());
  for (const [file] of copies) expect(copiedRows(file).length, file).toBeGreaterThan(4);
});

test.each(comparableCopies(copies))('%s is the table of the specification', (file, heading) => {
  expect(copiedRows(file)).toEqual(specifiedRows(heading));
});
