/**
 * `POST /api/uploads`: a file from the browser, stored while it arrives, not published yet. The answer is a line of
 * JSON for every step of the progress (`read`, in bytes), and at last how it was read, or why it was refused.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import { columnCorrections, skippedLines } from '../../api/endpoints/upload-rows.ts';
import { describedDraft } from '../../api/endpoints/uploaded-file.ts';
import { ownEndpoint } from '../../api/own-objects.ts';
import { explainingRefusals } from '../../api/refused.ts';
import { type Actor, actorOf } from '../../audit/audit-entry.ts';
import { recordAfter } from '../../audit/record-after.ts';
import { LoopShare } from '../../base/loop-share.ts';
import { idPattern } from '../../base/random-id.ts';
import { exactLine } from '../../base/typed-text.ts';
import { discardDraft, storeDraft } from '../../endpoints/draft-upload.ts';
import type { UploadedFile } from '../../endpoints/publish-upload.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { maxUploadBytes } from '../../sources/csv-upload/limits.ts';
import { mergedChoices, rememberedChoices } from '../../sources/csv-upload/settings.ts';
import type { ReadingChoices } from '../../table/stored/file-reading.ts';
import { type Callers, originOf } from '../caller.ts';
import { errorBody, toResponseError } from '../responses.ts';

const columnsText = z
  .string()
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      addIssue('The columns are not JSON.');
      return z.NEVER;
    }
  })
  .pipe(columnCorrections);

const uploadQuery = z.object({
  name: exactLine(255).min(1),
  decimal: z.enum(['comma', 'point']).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
  /** `guess`: a first row that looks like data is read as data. */
  hasHeader: z.enum(['true', 'false', 'guess']).optional(),
  skipLines: skippedLines.optional(),
  /** As JSON; of columns that the file has. */
  columns: columnsText.optional(),
  /** The endpoint whose file this is to replace: what was said of its columns holds for this one, too. */
  replaces: z.string().regex(idPattern).optional(),
});

export const uploadPath = '/api/uploads';
/** So that a file that is a little too large is refused with words. */
const roomForMore = 1024 * 1024;
const progressEveryMs = 250;
/** A file so many times too large is still read to its end, so that its sender hears why it is refused. */
const explainedTimes = 4;

interface UploadRoute {
  Querystring: { text: string };
  Body: IncomingMessage;
}

export function uploadRoute(app: FastifyInstance, context: ExportContext, requireCaller: Callers): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post<UploadRoute>(uploadPath, {
      bodyLimit: maxUploadBytes(context.config) + roomForMore,
      handler: async (request, reply) => {
        const account = await requireCaller(request, { caller: 'signed in' });
        const given = new URLSearchParams(request.query.text);
        const { data, error } = uploadQuery.safeParse(Object.fromEntries(given));
        if (!data) throw new ServiceError('inputInvalid', { data: error?.issues[0]?.message ?? '' });
        const { name: fileName, replaces, delimiter, encoding, hasHeader } = data;
        const replaced =
          replaces === undefined ? undefined : await ownEndpoint(context, account, { id: replaces });
        await answerUpload(context, reply, request.body, account, {
          fileName,
          options: { delimiter, encoding, guessHeader: hasHeader === 'guess' },
          before: mergedChoices(rememberedChoices(replaced?.sourceSettings), choicesOf(data)),
          by: actorOf(account, originOf(request)),
          replaces,
        });
      },
    });
  });
}

function choicesOf({ decimal, hasHeader, skipLines, columns }: z.infer<typeof uploadQuery>): ReadingChoices {
  return {
    ...(decimal && { decimal }),
    ...(hasHeader !== undefined && hasHeader !== 'guess' && { hasHeader: hasHeader === 'true' }),
    ...(skipLines !== undefined && { skipLines }),
    ...(columns && { columns }),
  };
}

async function answerUpload(
  context: ExportContext,
  reply: FastifyReply,
  body: IncomingMessage,
  account: Account,
  {
    by,
    replaces,
    ...file
  }: Omit<UploadedFile, 'content'> & {
    readonly by: Actor;
    readonly replaces: string | undefined;
  },
): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const say = (line: object): void => void raw.write(`${JSON.stringify(line)}\n`);
  try {
    const content = told(body, say);
    const stored = await explainingRefusals(context, () =>
      storeDraft(context, account.id, { ...file, content }, replaces),
    );
    // Who has left wants nothing to stay.
    if (raw.destroyed) await discardDraft(context, account.id, stored.id);
    else {
      const target = { kind: 'file', id: stored.id, name: stored.fileName } as const;
      const details = { bytes: stored.bytes };
      await recordAfter(context, by, [{ action: 'file.uploaded', account, target, details }]);
      say(describedDraft(stored));
    }
  } catch (error) {
    const failure = toResponseError(error);
    const hasLeft = body.destroyed && !body.complete;
    if (failure.key === 'unexpected' && !hasLeft)
      context.log.error({ reqId: reply.request.id, err: error }, 'unexpected error');
    say(errorBody(failure, context.config.docsUrl));
  }
  await takeRest(body, maxUploadBytes(context.config));
  raw.end();
}

/** A browser reads the answer when it has sent everything, and other clients stop sending when they have read it. */
async function takeRest(body: IncomingMessage, maxBytes: number): Promise<void> {
  if (body.complete || body.destroyed) return;
  // Not all of it, if that is far too much, or if nobody has said how much it is and it does not end.
  let left = explainedTimes * maxBytes;
  if (Number(body.headers['content-length']) > left) body.destroy();
  const share = new LoopShare();
  try {
    for await (const { byteLength } of body) {
      left -= byteLength;
      if (left < 0) body.destroy();
      await share.rest();
    }
  } catch {
    // Who has left is told nothing.
  }
}

async function* told(body: IncomingMessage, say: (line: object) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  let at = performance.now();
  // Destroying the body would break the connection, and nobody would hear why.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    read += piece.byteLength;
    if (performance.now() - at > progressEveryMs) {
      at = performance.now();
      say({ read });
    }
    yield piece;
  }
  say({ read });
}
