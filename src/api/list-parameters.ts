/** Formats and parameters with their meanings, from the tables by which they are read (contract 4.6 and 4.7). */
import { maxHeaderSize } from 'node:http';
import { parameterMeanings } from '../export/parameters.ts';
import { isGoogleConnected } from '../export/saves.ts';
import { allFormats } from '../formats/all-formats.ts';
import { reservedWords } from '../sql/language/keywords.ts';
import type { Answer, Handler } from './api.ts';

/** What the headers of a request take beside its address, in bytes. */
const forHeaders = 4_096;

type Meanings = Answer<'GET /api/parameters'>['parameters'];

const meanings: Meanings = keysOf(parameterMeanings).map((name) => ({
  name,
  meaning: parameterMeanings[name],
}));

export const listParameters: Handler<'GET /api/parameters'> = async ({ context, account }) => ({
  formats: Object.entries(allFormats).map(([name, { label, contentType, isJson }]) => ({
    name,
    label,
    contentType,
    isJson,
  })),
  parameters: [...meanings],
  reservedWords: [...reservedWords],
  isGoogleConnected: await isGoogleConnected(context, account.id),
  longestUrl: maxHeaderSize - forHeaders,
});

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key): key is Key => key in table);
}
