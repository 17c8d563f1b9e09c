/**
 * The server-side iterators of record lists: rows and their order are fixed when the first page is requested. Later
 * pages omit rows that have been deleted since and show current cells. A lost iterator cannot be restored.
 */
import {
  type AirtableRecord,
  type AirtableTable,
  isAirtableId,
  newAirtableId,
  placeOfRecord,
} from './airtable-data.ts';
import { refusals } from './airtable-refusal.ts';

export interface RecordPage {
  readonly records: readonly AirtableRecord[];
  /** Offset of the next page; absent on the last one. */
  readonly offset: string | undefined;
}

interface Listing {
  readonly id: string;
  readonly tableId: string;
  readonly rows: readonly AirtableRecord[];
  /** The start of each page, by the id of its first record. */
  readonly starts: Map<string, number>;
}

const maxListings = 1000;
/** Finished iterators are kept for a while, for clients that did not receive the last page completely. */
const maxFinished = 20;

export class RecordListings {
  readonly #listings = new Map<string, Listing>();
  readonly #finished: string[] = [];

  firstPage(table: AirtableTable, rows: readonly AirtableRecord[], size: number): RecordPage {
    const listing = { id: newAirtableId('itr'), tableId: table.id, rows, starts: new Map<string, number>() };
    if (rows.length > size) this.#keep(listing);
    return this.#page(listing, table, 0, size);
  }

  nextPage(table: AirtableTable, offset: string, size: number): RecordPage {
    const [id = '', recordId = '', ...rest] = offset.split('/');
    if (!isAirtableId('itr', id) || !recordId.startsWith('rec') || rest.length > 0)
      throw refusals.invalidOffset();
    const listing = this.#listings.get(id);
    if (!listing) throw refusals.iteratorLost();
    const start = listing.starts.get(recordId);
    if (listing.tableId !== table.id || start === undefined) throw refusals.invalidOffset();
    return this.#page(listing, table, start, size);
  }

  loseAll(): void {
    this.#listings.clear();
  }

  #page(listing: Listing, table: AirtableTable, start: number, size: number): RecordPage {
    const { rows, starts } = listing;
    const records = rows
      .slice(start, start + size)
      .filter((record, index) => isStillThere(table, record, start + index));
    const next = rows[start + size];
    if (!next) {
      this.#finish(listing.id);
      return { records, offset: undefined };
    }
    starts.set(next.id, start + size);
    return { records, offset: `${listing.id}/${next.id}` };
  }

  #keep(listing: Listing): void {
    const [oldest] = this.#listings.keys();
    if (oldest !== undefined && this.#listings.size >= maxListings) this.#listings.delete(oldest);
    this.#listings.set(listing.id, listing);
  }

  #finish(id: string): void {
    if (!this.#listings.has(id) || this.#finished.includes(id)) return;
    this.#finished.push(id);
    const oldest = this.#finished.length > maxFinished && this.#finished.shift();
    if (oldest) this.#listings.delete(oldest);
  }
}

function isStillThere(table: AirtableTable, record: AirtableRecord, likelyPlace: number): boolean {
  return table.records[likelyPlace] === record || placeOfRecord(table, record.id) !== undefined;
}
