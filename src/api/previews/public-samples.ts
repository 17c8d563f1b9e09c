/**
 * Samples for the public pages of endpoints (contract 4.2.8). Strangers cause them and nobody pays, so they are bounded
 * in every way: a source is read once a minute at most, however many ask and even if it fails; few are read at a time;
 * what is kept is the answer as it is sent, so that all who ask are sent the same bytes.
 */
import { LRUCache } from 'lru-cache';
import { digest } from '../../base/digest.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { ServiceError, serviceBusy } from '../../errors/errors.ts';
import { clientUntil } from '../../export/client.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { readParameters } from '../../export/parameters.ts';
import { planExport } from '../../export/plan-export.ts';
import { sampleTable } from '../../export/run-sample.ts';
import { profileTable } from '../../table/profile/profile-table.ts';
import type { TableProfile } from '../../table/profile/table-profile.ts';
import { WrittenAnswer } from '../api.ts';
import { type TableTexts, tableTexts } from '../table-texts.ts';

const keptForMs = 60_000;
const keptBytes = 16_000_000;
/** For one that could not be read. */
const bytesOfNone = 100;
const maxReadings = 4;
const readingTimeMs = 30_000;

/** Null: it could not be read. */
type Read = { readonly made: Made | null };

interface Made {
  readonly answer: WrittenAnswer<SampleRoute>;
  /** Of the columns that are shown. */
  readonly profile: TableProfile;
}

type SampleRoute = 'GET /api/public/:id/sample';

class PublicSamples {
  readonly #kept = new LRUCache<string, Read>({ maxSize: keptBytes, ttl: keptForMs });
  readonly #readings = new Map<string, Promise<Read>>();

  /** What the owner changes is seen at once. */
  async read(context: ExportContext, endpoint: Endpoint): Promise<Made> {
    const { id, fields, sourceSettings } = endpoint;
    const key = digest('public-sample', JSON.stringify([id, fields, sourceSettings, isOpen(endpoint)]));
    const { made } = this.#kept.get(key) ?? (await this.#reading(key, context, endpoint));
    // Why is for the owner alone.
    if (!made) throw new ServiceError('sourceUnavailable');
    return made;
  }

  #reading(key: string, context: ExportContext, endpoint: Endpoint): Promise<Read> {
    const known = this.#readings.get(key);
    if (known) return known;
    if (this.#readings.size >= maxReadings) throw serviceBusy();
    const reading = readSample(context, endpoint).then((read) => {
      this.#readings.delete(key);
      this.#kept.set(key, read, { size: sizeOf(read) });
      return read;
    });
    this.#readings.set(key, reading);
    return reading;
  }
}

const samples = new WeakMap<ExportContext, PublicSamples>();

export function publicSample(context: ExportContext, endpoint: Endpoint): Promise<Made> {
  const own = samples.get(context) ?? new PublicSamples();
  samples.set(context, own);
  return own.read(context, endpoint);
}

/** A profile takes about as much as ten rows. */
function sizeOf({ made }: Read): number {
  return made ? 2 * made.answer.bytes.length : bytesOfNone;
}

/** For all who wait, so it goes on when one of them leaves. */
async function readSample(context: ExportContext, endpoint: Endpoint): Promise<Read> {
  const client = clientUntil(AbortSignal.timeout(readingTimeMs));
  try {
    const planned = planExport(context, endpoint, readParameters({ type: 'csv' }));
    const sample = await sampleTable(context, planned, client);
    const texts = tableTexts(sample);
    const answer = new WrittenAnswer<SampleRoute>(isOpen(endpoint) ? texts : withoutRows(texts));
    const columns = texts.columns.map(({ name }, at) => ({ ...(sample.columns[at] ?? textColumn), name }));
    return { made: { answer, profile: await profileTable({ ...sample, columns }) } };
  } catch (error) {
    if (!(error instanceof ServiceError))
      context.log.warn({ endpoint: endpoint.id.slice(0, 4), err: error }, 'a public preview failed');
    return { made: null };
  }
}

const textColumn = { type: 'string' } as const;

/** Whether rows may be seen without a token. */
export const isOpen = ({ tokenDigest }: Endpoint): boolean => tokenDigest === null;

function withoutRows(texts: TableTexts): TableTexts {
  return { ...texts, rows: [], leftOut: { ...texts.leftOut, cells: 0, rows: 0 } };
}
