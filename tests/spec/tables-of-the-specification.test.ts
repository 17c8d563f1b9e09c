/**
 * The tables of the program are those that were fixed from the beginning, kept beside this file: compared row by row and
 * both ways (contract 2.5.1, 4.6.1 and 4.7.1).
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportParameters } from '../../src/export/parameters.ts';
import { allFormats } from '../../src/formats/all-formats.ts';
import { type Plan, plans } from '../../src/ledger/plans/plans.ts';
import { codes, copiedRows } from './specification-table.ts';

test('4.6: the parameters are those of the table, in its order', () => {
  const specified = copiedRows('./section-4-6-table.md').map(([name]) => name);
  expect(Object.keys(exportParameters)).toEqual(specified);
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

test('2.5: the plans have the credits and prices of the table, in its order', () => {
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

test('each copy is a table', () => {
  const kept = readdirSync(import.meta.dirname).filter((file) => file.endsWith('-table.md'));
  expect(kept).toHaveLength(4);
  for (const file of kept) expect(copiedRows(`./${file}`).length, file).toBeGreaterThan(4);
});
