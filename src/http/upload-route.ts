/**
 * `POST /api/uploads`: a file from the browser, stored while it arrives, not published yet. The answer is a line of
 * JSON for every step of the progress (`read`, in bytes), and at last what was understood, or why it was refused (1.3).
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { storeDraft } from '../endpoints/draft-upload.ts';
import { PublishError } from '../endpoints/publish-upload.ts';
import { understood } from '../endpoints/understood.ts';
import { UploadLostError } from '../endpoints/upload-record-store.ts';
import { ServiceError } from '../errors.ts';
import type { ExportContext } from '../export/export-context.ts';
import { CsvUploadError } from '../sources/csv-upload/upload-error.ts';
import type { Callers } from './caller.ts';
import { errorBody, toServiceError } from './responses.ts';

const uploadQuery = z.object({
  name: z.string().min(1).max(255),
  decimal: z.enum(['comma', 'point']).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
});

export const uploadPath = '/api/uploads';
const progressEveryMs = 250;

interface UploadRoute {
  Querystring: { text: string };
  Body: AsyncIterable<Uint8Array>;
}

export function uploadRoute(app: FastifyInstance, context: ExportContext, requireCaller: Callers): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post<UploadRoute>(uploadPath, {
      bodyLimit: (context.config.maxUploadMb + 1) * 1024 * 1024,
      handler: async (request, reply) => {
        const account = await requireCaller(request, 'signed in');
        const given = Object.fromEntries(new URLSearchParams(request.query.text));
        const { data, error } = uploadQuery.safeParse(given);
        if (!data) throw new ServiceError('inputInvalid', { data: error?.issues[0]?.message ?? '' });
        await answerUpload(context, reply, { account, ...data, content: request.body });
      },
    });
  });
}

interface Upload extends z.infer<typeof uploadQuery> {
  readonly account: Account;
  readonly content: AsyncIterable<Uint8Array>;
}

async function answerUpload(context: ExportContext, reply: FastifyReply, upload: Upload): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  const say = (line: object): void => void raw.write(`${JSON.stringify(line)}\n`);
  let read = 0;
  let told = performance.now();
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of upload.content) {
      read += piece.byteLength;
      if (performance.now() - told > progressEveryMs) {
        told = performance.now();
        say({ read });
      }
      yield piece;
    }
    say({ read });
  }
  const { account, name: fileName, content: _, ...options } = upload;
  try {
    const stored = await storeDraft(context, account.id, { fileName, content: counted(), options });
    say({ upload: stored.id, ...understood(stored) });
  } catch (error) {
    const told = explained(error);
    if (told.key === 'unexpected')
      context.log.error({ reqId: reply.request.id, err: error }, 'unexpected failure');
    say(errorBody(told, context.config.docsUrl));
  }
  raw.end();
}

function explained(error: unknown): ServiceError {
  const isOfFile =
    error instanceof CsvUploadError || error instanceof PublishError || error instanceof UploadLostError;
  return isOfFile ? new ServiceError('inputInvalid', { data: error.message }) : toServiceError(error);
}
