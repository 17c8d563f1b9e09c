/** The smallest and the largest of texts, by the order of their characters; of long ones the beginning counts. */
import { ownCopy } from './value-counts.ts';

const longest = 200;

export class TextRange {
  smallest: string | undefined;
  largest: string | undefined;

  add(text: string): void {
    if (this.smallest === undefined || text < this.smallest) this.smallest = beginning(text);
    if (this.largest === undefined || text > this.largest) this.largest = beginning(text);
  }
}

function beginning(text: string): string {
  return ownCopy(text.slice(0, longest));
}
