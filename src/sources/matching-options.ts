/** What is listed for a part of a choice: at most a hundred, those that have what was searched in their name. */
import { foldedText } from '../base/folded-text.ts';
import type { ChoiceOption, Listed } from './source.ts';

export const maxOptions = 100;

/** For lists that the platform does not search by itself. */
export function matchingOptions(options: readonly ChoiceOption[], search: string): Listed {
  const wanted = foldedText(search.trim());
  const found = wanted === '' ? options : options.filter((option) => isMatch(option, wanted));
  return { options: found.slice(0, maxOptions), hasMore: found.length > maxOptions };
}

function isMatch({ name, value }: ChoiceOption, wanted: string): boolean {
  return foldedText(name).includes(wanted) || foldedText(value) === wanted;
}
