/** Browser and system in words, from what a browser says of itself; anybody can say anything there. */

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

export function userAgentWords(text: string): string {
  const found = [browsers, systems].map((words) => words.find(([mark]) => text.includes(mark))?.[1]);
  const words = found.filter((word) => word !== undefined).join(' on ');
  return words || text.slice(0, 60) || 'unknown';
}
