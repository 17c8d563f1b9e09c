/**
 * The options of the command line that choose a table, from all sources: what a source calls the parts of its
 * choice, and what they mean there.
 */
import { allSources } from './all-sources.ts';
import type { Source } from './source.ts';

const meanings = Object.values<Source>(allSources).flatMap(({ label, choice }) =>
  Object.entries(choice?.parts ?? {}).map(([part, meaning]) => ({ part, meaning: `${label}: ${meaning}` })),
);

/** By the word; where sources share one, with the meaning of each. */
export const choiceParts: ReadonlyMap<string, string> = new Map(
  [...Map.groupBy(meanings, ({ part }) => part)].map(([part, shared]) => [
    part,
    shared.map(({ meaning }) => meaning).join(' '),
  ]),
);
