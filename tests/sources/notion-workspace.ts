/**
 * A seeded Notion of its own for a test, and the least that a caller must do to reach it.
 */
import { z } from 'zod';
import type { NotionDataSource } from '../../emulators/notion/notion-data.ts';
import { startNotionEmulator } from '../../emulators/notion/notion-emulator.ts';
import { seedNotion } from '../../emulators/notion/notion-seed.ts';
import { type CallPlatform, PlatformRefusal } from '../../src/platform/platform-request.ts';
import { notion } from '../../src/sources/notion/source.ts';
import type { ChooseRequest, Chosen, FetchRequest } from '../../src/sources/source.ts';
import type { Cell, Column } from '../../src/table/table.ts';
import { noUpload } from '../support/no-upload.ts';

export interface ReadTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

export async function startWorkspace() {
  const emulator = await startNotionEmulator();
  const seeded = seedNotion(emulator);
  const call = callTo(emulator.api.origin, emulator.addToken());
  return {
    emulator,
    seeded,
    call,
    dataSource: (id: string): NotionDataSource => {
      const found = emulator.databases
        .flatMap(({ dataSources }) => dataSources)
        .find((each) => each.id === id);
      if (!found) throw new Error(`no data source ${id}`);
      return found;
    },
    /** Calls since the last time, as `METHOD /path`. */
    takeCalls: (): string[] =>
      emulator.api.calls.splice(0).map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    choose: (database: string, fields: ChooseRequest['fields'] = null): Promise<Chosen> =>
      chooseDatabase({ choice: { database }, fields, call }),
    read: (chosen: Chosen, more: Partial<FetchRequest> = {}): Promise<ReadTable> =>
      readTable(chosen, { call, ...more }),
    [Symbol.asyncDispose]: emulator.close,
  };
}

export type Workspace = Awaited<ReturnType<typeof startWorkspace>>;

export function chooseDatabase(request: ChooseRequest): Promise<Chosen> {
  return notion.choice.choose(request);
}

export async function readTable(
  { settings, fields }: Pick<Chosen, 'settings' | 'fields'>,
  more: Partial<FetchRequest> & Pick<FetchRequest, 'call'>,
): Promise<ReadTable> {
  const table = await notion.fetch({ settings, fields, allFields: false, openUpload: noUpload, ...more });
  const rows = (await Array.fromAsync(table.batches)).flat();
  const { columns } = table;
  return {
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))),
  };
}

const refusalShape = z.object({ code: z.string(), message: z.string() });

export function callTo(origin: string, token: string): CallPlatform {
  return async ({ method = 'GET', path, json }) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'notion-version': '2025-09-03',
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const body: unknown = await response.json();
    if (response.ok) return { status: response.status, headers: {}, json: body };
    const { code, message } = refusalShape.parse(body);
    throw new PlatformRefusal(response.status, code, message);
  };
}
