/**
 * Lists of names in texts for people, in errors, mails and log lines: however many names there are and however long
 * they are, the text stays short and says how many it leaves out.
 */

const maxNames = 50;
const maxCharacters = 1_000;
const maxNameLength = 200;

/** `"a", "b" and 9,898 more`; `write` says how a name is written. */
export function listedNames(names: readonly string[], write: (name: string) => string = quotedName): string {
  const written = beginning(names, write);
  const left = names.length - written.length;
  const list = written.join(', ');
  return left === 0 ? list : `${list} and ${left.toLocaleString('en')} more`;
}

/** `The field "a" was deleted. And 9,899 more.` */
export function listedSentences(sentences: readonly string[]): string {
  const written = beginning(sentences, (sentence) => sentence);
  const left = sentences.length - written.length;
  const text = written.join(' ');
  return left === 0 ? text : `${text} And ${left.toLocaleString('en')} more.`;
}

/** In double quotes, with the characters that are not seen escaped. */
export function quotedName(name: string): string {
  return JSON.stringify(cutName(name));
}

export function cutName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** One at least. */
function beginning(texts: readonly string[], write: (text: string) => string): readonly string[] {
  const written: string[] = [];
  let characters = 0;
  for (const text of texts.slice(0, maxNames)) {
    const next = write(text);
    characters += next.length + 2;
    if (written.length > 0 && characters > maxCharacters) break;
    written.push(next);
  }
  return written;
}
