/** For a source that reads a platform: nothing is uploaded there. */
export async function noUpload(): Promise<string> {
  throw new Error('the source reads no upload');
}
