/** Saves a text as a file, by a click on a link that is not seen. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** A name that every system takes for a file. */
export function fileName(name: string, ending: string): string {
  const safe = [...name]
    .map((character) => (/[\p{C}/\\:*?"<>|]/u.test(character) ? '_' : character))
    .join('');
  return `${safe.trim().slice(0, 100) || 'table'}.${ending}`;
}
