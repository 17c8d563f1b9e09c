/**
 * Step 8 of contract 4.2.3: the name of the endpoint, a UTC timestamp before or after it if requested, and the
 * extension of the format (contract 4.6.8).
 */

export function exportFilename(
  name: string,
  extension: string,
  timestamp: 'start' | 'end' | undefined,
  now: number,
): string {
  const stem = safeStem(name);
  if (timestamp === undefined) return `${stem}.${extension}`;
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
  return timestamp === 'start' ? `${time}_${stem}.${extension}` : `${stem}_${time}.${extension}`;
}

/** Removes or replaces characters that file systems or HTTP headers do not allow. */
function safeStem(name: string): string {
  if (isSafe.test(name)) return name;
  const stem = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .trim()
    .replace(/^\.+/, '');
  return [...stem].slice(0, 150).join('') || 'export';
}

/** Most names are, and every hit has one. */
const isSafe = /^\w[\w .-]{0,148}\w$/;
