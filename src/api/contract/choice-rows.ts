/** Tables, views and fields that can be chosen on a platform, and endpoints made of them. */
import type { Routes } from './route.ts';

export const choiceRows = {} as const satisfies Routes;
