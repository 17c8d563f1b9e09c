/** The view that is open in Build URL, and the version of it that its editor has seen. */
import type { View } from '../../../features/views/view-title.ts';

export interface OpenView {
  readonly view: View;
  readonly revision: number;
}
