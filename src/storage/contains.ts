/** A pattern of `like … escape '\'` for texts in small letters that contain what is searched, each character as itself. */
export function likePattern(search: string): string {
  return `%${search
    .trim()
    .toLowerCase()
    .replace(/[%_\\]/g, (character) => `\\${character}`)}%`;
}
