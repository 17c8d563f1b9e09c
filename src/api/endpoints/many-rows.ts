/** Several endpoints at once, and the tags by which they are found. */
import { z } from 'zod';
import { tagText } from '../../base/typed-text.ts';
import { id, type Routes } from '../route.ts';

/** As many as a page of the list has, twice. */
const ids = z.array(id).min(1, 'Choose at least one endpoint.').max(100, 'Choose at most 100 endpoints.');

export const tags = z.array(tagText).max(20, 'At most 20 tags.');

export const manyRows = {
  'GET /api/tags': {
    caller: 'signed in',
    answer: z.object({ tags: z.array(z.object({ tag: z.string(), endpoints: z.number() })) }),
  },
  /** Each with its proxies and schedules, into the bin. */
  'POST /api/endpoints/delete': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    body: z.object({ ids }),
    answer: z.object({ ids: z.array(id) }),
  },
  /** All of them or none; `ids` of the answer are those that it has changed. A blocked account cannot resume. */
  'POST /api/endpoints/pause': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    body: z.object({ ids, isPaused: z.boolean() }),
    answer: z.object({ ids: z.array(id) }),
  },
  /** On all of them or on none. */
  'POST /api/endpoints/tags': {
    caller: 'signed in',
    body: z.object({ ids, add: tags.default([]), remove: tags.default([]) }),
    answer: z.object({ ids: z.array(id) }),
  },
} as const satisfies Routes;
