/**
 * Hits by the class of their status. The conditions stand in the indexes of hits and, word for word, in every query
 * that is to use one: both engines find an index only then.
 */
import { type RawBuilder, sql } from 'kysely';

export const statusClasses = {
  succeeded: sql<boolean>`status < 400`,
  refused: sql<boolean>`status >= 400 and status < 500`,
  failed: sql<boolean>`status >= 500`,
} as const satisfies Record<string, RawBuilder<boolean>>;

export type StatusClass = keyof typeof statusClasses;

export const statusClassNames = ['succeeded', 'refused', 'failed'] as const satisfies readonly StatusClass[];
