/**
 * Names of the pages that relations point to. Notion gives ids only, so the related data source is read
 * with nothing but titles until every wanted name is known: never one call per page. A page that cannot be
 * seen has an empty name (contract 1.3.5).
 */
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { textOf } from './cells.ts';
import { type PageRow, queryRows } from './query.ts';

export interface RelationNames {
  /** Reads on until the names of these pages are known, or there is no more to read. */
  learn(dataSource: string, pages: ReadonlySet<string>): Promise<void>;
  nameOf(dataSource: string, page: string): string;
}

export function relationNames(call: CallPlatform): RelationNames {
  const readings = new Map<string, TitleReading>();
  return {
    learn: async (dataSource, pages) => {
      const reading = readings.get(dataSource) ?? startReading(call, dataSource);
      readings.set(dataSource, reading);
      await readUntilKnown(reading, pages);
    },
    nameOf: (dataSource, page) => readings.get(dataSource)?.names.get(page) ?? '',
  };
}

interface TitleReading {
  readonly names: Map<string, string>;
  readonly rows: AsyncGenerator<PageRow[]>;
}

function startReading(call: CallPlatform, dataSource: string): TitleReading {
  const rows = queryRows(call, { dataSource, properties: ['title'], ahead: false });
  return { names: new Map(), rows };
}

async function readUntilKnown({ names, rows }: TitleReading, pages: ReadonlySet<string>): Promise<void> {
  const unknown = new Set([...pages].filter((page) => !names.has(page)));
  while (unknown.size > 0) {
    const next = await nextRows(rows);
    if (next === undefined) return;
    for (const row of next) {
      names.set(row.id, titleOf(row));
      unknown.delete(row.id);
    }
  }
}

/** Undefined at the end, and where the data source is not shared with the integration. */
async function nextRows(rows: AsyncGenerator<PageRow[]>): Promise<PageRow[] | undefined> {
  try {
    const next = await rows.next();
    return next.done ? undefined : next.value;
  } catch (error) {
    if (error instanceof PlatformRefusal) return undefined;
    throw error;
  }
}

function titleOf({ values }: PageRow): string {
  const title = values.get('title');
  return title?.type === 'title' ? textOf(title.value) : '';
}
