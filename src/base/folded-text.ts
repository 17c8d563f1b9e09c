/**
 * A text as it is searched: without the differences of case and of how a letter is composed, the same in every language
 * and on every engine, whose own folding ends at ASCII or depends on the collation. Accents count.
 */
export function foldedText(text: string): string {
  return (
    text
      .normalize('NFKC')
      // By way of capitals: ß is SS, and every small form of a letter the same one.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      // What a Turkish İ leaves.
      .replaceAll('i\u0307', 'i')
      .normalize('NFKC')
  );
}
