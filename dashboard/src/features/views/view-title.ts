/** What a view is called: by its name, or by the beginning of its URL's id if it was made without one. */
import type { Answer } from '../../api-client.ts';

export type View = Answer<'GET /api/proxies/:id'>;

export function viewTitle({ name, hint }: Pick<View, 'name' | 'hint'>): string {
  return name ?? `View ${hint}…`;
}
