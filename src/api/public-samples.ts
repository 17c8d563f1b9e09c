/**
 * Samples for the public pages of endpoints (4.2, section 8). Strangers cause them and nobody pays, so they are bounded
 * in every way: a source is read once a minute at most, however many ask and even if it fails; few are read at a time;
 * what is kept is small.
 */
import { LRUCache } from 'lru-cache';
import { digest } from '../digest.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError, serviceBusy } from '../errors.ts';
import { clientUntil } from '../export/client.ts';
import type { ExportContext } from '../export/export-context.ts';
import { readParameters } from '../export/parameters.ts';
import { planExport } from '../export/plan-export.ts';
import { runSample } from '../export/run-export.ts';
import { type TableTexts, tableTexts } from './table-texts.ts';

const keptForMs = 60_000;
/** Of all samples together, about. */
const keptCharacters = 16_000_000;
const mostReadings = 4;
const readingTimeMs = 30_000;

/** Null: it could not be read. */
type Read = { readonly sample: TableTexts | null };

class PublicSamples {
  readonly #kept = new LRUCache<string, Read>({ maxSize: keptCharacters, ttl: keptForMs });
  readonly #readings = new Map<string, Promise<Read>>();

  /** What the owner changes is seen at once. */
  async read(context: ExportContext, endpoint: Endpoint): Promise<TableTexts> {
    const { id, fields, sourceSettings } = endpoint;
    const key = digest('public-sample', JSON.stringify([id, fields, sourceSettings]));
    const { sample } = this.#kept.get(key) ?? (await this.#reading(key, context, endpoint));
    // Why is for the owner alone.
    if (!sample) throw new ServiceError('sourceUnavailable');
    return sample;
  }

  #reading(key: string, context: ExportContext, endpoint: Endpoint): Promise<Read> {
    const known = this.#readings.get(key);
    if (known) return known;
    if (this.#readings.size >= mostReadings) throw serviceBusy();
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

export function publicSample(context: ExportContext, endpoint: Endpoint): Promise<TableTexts> {
  const own = samples.get(context) ?? new PublicSamples();
  samples.set(context, own);
  return own.read(context, endpoint);
}

/** For all who wait, so it goes on when one of them leaves. */
async function readSample(context: ExportContext, endpoint: Endpoint): Promise<Read> {
  const client = clientUntil(AbortSignal.timeout(readingTimeMs));
  try {
    await using answer = await runSample(
      context,
      planExport(context, endpoint, readParameters({ type: 'csv' })),
      client,
    );
    return { sample: tableTexts(answer.table) };
  } catch (error) {
    if (!(error instanceof ServiceError))
      context.log.warn({ endpoint: endpoint.id.slice(0, 4), err: error }, 'a public preview failed');
    return { sample: null };
  }
}

function sizeOf({ sample }: Read): number {
  const cells = sample?.rows.flat().reduce((sum, cell) => sum + (cell?.length ?? 0) + 20, 0) ?? 0;
  const names = sample?.columns.reduce((sum, { name }) => sum + name.length + 50, 0) ?? 0;
  return 100 + cells + names;
}
