/**
 * Everything that an account has here as one ZIP file: endpoints with their settings and files, proxies, schedules,
 * connections, usage, ledger and mails, without a secret. It is read while it is sent, one at a time for an account
 * (decision 054).
 */
import { createReadStream } from 'node:fs';
import { type Account, conditionOf } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { ServiceError } from '../errors/errors.ts';
import { alwaysWaiting } from '../storage/uploads/upload-store.ts';
import { rowsFile } from '../table/stored/table-layout.ts';
import * as lines from './archive-lines.ts';
import {
  connectionsToArchive,
  daysToArchive,
  deletedToArchive,
  endpointsToArchive,
  entriesToArchive,
  jobsToArchive,
  mailsToArchive,
  proxiesToArchive,
  tagsToArchive,
  uploadToArchive,
} from './archive-store.ts';
import { type ZipEntry, zipped } from './zip-writer.ts';

const underWay = new Set<string>();

/** To be disposed of when it has been read, or nobody reads on. */
interface AccountArchive extends Disposable {
  readonly pieces: AsyncGenerator<Uint8Array>;
}

/** Refuses while another is under way. */
export function accountArchive(context: AppContext, account: Account): AccountArchive {
  if (underWay.has(account.id))
    throw new ServiceError('changeRefused', {
      data: 'A download of everything is already running. Wait until it is complete.',
    });
  underWay.add(account.id);
  return {
    pieces: zipped(entriesOf(context, account)),
    [Symbol.dispose]: () => void underWay.delete(account.id),
  };
}

const readme = `What your account has at Tablecast.

account.json               plan, credits and dates
endpoints/ID/endpoint.json the settings of an endpoint
endpoints/ID/*.csv         its file, exactly as it is stored and answered
endpoints/ID/proxies.jsonl its proxies: what is fixed on each
endpoints/ID/usage.jsonl   its requests, summed by day (UTC)
schedules.jsonl            scheduled exports
connections.jsonl          connected platforms, without their credentials
deleted.jsonl              what is in your bin; restore an endpoint to get its file, too
ledger.jsonl               every change of your credits
mails.jsonl                mails to you; texts with a secret link are left out

In files .jsonl every line is a JSON object.
`;

async function* entriesOf(context: AppContext, account: Account): AsyncGenerator<ZipEntry> {
  const { db } = context.database;
  const { id } = account;
  yield { name: 'README.txt', content: text(readme) };
  yield {
    name: 'account.json',
    content: text(`${JSON.stringify(shownAccount(context, account), null, 2)}\n`),
  };
  for await (const row of endpointsToArchive(db, id)) {
    const folder = `endpoints/${row.id}`;
    const upload = await uploadToArchive(db, row.id);
    const settings = JSON.stringify(
      lines.endpointLine(row, upload, await tagsToArchive(db, row.id)),
      null,
      2,
    );
    yield { name: `${folder}/endpoint.json`, content: text(`${settings}\n`) };
    if (upload)
      yield { name: `${folder}/${csvName(upload.file_name)}`, content: storedFile(context, upload.id) };
    yield {
      name: `${folder}/proxies.jsonl`,
      content: jsonLines(proxiesToArchive(db, row.id), lines.proxyLine),
    };
    yield { name: `${folder}/usage.jsonl`, content: jsonLines(daysToArchive(db, row.id), lines.dayLine) };
  }
  yield { name: 'schedules.jsonl', content: jsonLines(jobsToArchive(db, id), lines.jobLine) };
  yield { name: 'connections.jsonl', content: jsonLines(connectionsToArchive(db, id), lines.connectionLine) };
  yield { name: 'deleted.jsonl', content: jsonLines(deletedToArchive(db, id), lines.deletedLine) };
  yield { name: 'ledger.jsonl', content: jsonLines(entriesToArchive(db, id), lines.entryLine) };
  yield { name: 'mails.jsonl', content: jsonLines(mailsToArchive(db, id), lines.mailLine) };
}

function shownAccount({ now }: AppContext, account: Account): object {
  const { email, plan, credits, cycleEnds, subscriptionEnds, createdAt } = account;
  const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    email,
    plan,
    credits: credits ?? 'unlimited',
    state: conditionOf(account, now()),
    cycleEnds: moment(cycleEnds),
    subscriptionEnds: moment(subscriptionEnds),
    createdAt: moment(createdAt),
  };
}

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

async function* jsonLines<Row>(
  rows: AsyncIterable<Row>,
  line: (row: Row) => object,
): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(line(row))}\n`);
}

async function* storedFile({ uploads }: AppContext, id: string): AsyncGenerator<Uint8Array> {
  using held = await uploads.open(id, alwaysWaiting);
  yield* createReadStream(rowsFile(held.folder));
}

/** A name that every system takes, whatever the file was called. */
function csvName(fileName: string): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 100);
  return `${plain || 'file'}.csv`;
}
