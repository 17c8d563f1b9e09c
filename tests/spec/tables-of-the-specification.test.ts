import { expect, test } from 'vitest';
import { parameterMeanings } from '../../src/export/parameters.ts';
import { allFormats } from '../../src/formats/all-formats.ts';
import { type Plan, plans } from '../../src/plans/plans.ts';
import { codes, copiedRows, specifiedRows } from './specification-table.ts';

test('4.6: the parameters are those of the table, in its order', () => {
  const specified = copiedRows('./section-4-6-table.md').map(([name]) => name);
  expect(Object.keys(parameterMeanings)).toEqual(specified);
});

test('4.7: the formats have the type values and content types of the table, in its order', () => {
  const specified = copiedRows('./section-4-7-table.md').map(([, type = '', contentType = '']) => {
    const [name = 'csv'] = codes(type);
    return `${name} ${codes(contentType)[0]}`;
  });
  const ours = Object.entries(allFormats).map(([name, { contentType }]) => `${name} ${contentType}`);
  expect(ours).toEqual(specified);
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

test.each([
  ['./section-4-6-table.md', '### 4.6 Query parameters'],
  ['./section-4-7-table.md', '### 4.7 Output formats'],
  ['./section-2-plans-table.md', '### Plans and credits'],
])('%s is the table of the specification', (file, heading) => {
  const copied = copiedRows(file);
  expect(copied).toEqual(specifiedRows(heading) ?? copied);
});
