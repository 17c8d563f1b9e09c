/**
 * What is made by the first who needs it, for all who ask meanwhile or later. A failure is told to those who wait for
 * it, and forgotten: the next one who asks tries again.
 */
export function rememberedSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
