/**
 * The common base of the emulated platforms: an HTTP server that records every call, and faults that can be injected
 * from a test or manually over HTTP. A platform only implements its responses.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

export interface EmulatedCall {
  readonly method: string;
  /** As received, still encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface EmulatedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** An object is sent as JSON; absent: no body. */
  readonly body?: unknown;
}

export interface CallRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Includes the query. */
  readonly url: string;
  /** 0 until the response is sent, or if the connection was closed without one. */
  status: number;
}

export const faultSchema = z.object({
  /** Matches calls whose `METHOD /path?query` contains this; absent: every call. */
  on: z.string().optional(),
  /** Number of matching calls that succeed first. */
  skip: z.number().int().nonnegative().default(0),
  /** Number of calls that then fail; absent: all until the faults are cleared. */
  times: z.number().int().positive().optional(),
  act: z.discriminatedUnion('kind', [
    /** Sends this response instead. */
    z.object({
      kind: z.literal('answer'),
      status: z.number().int(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown(),
    }),
    /** Delays the normal response. */
    z.object({ kind: z.literal('slow'), ms: z.number() }),
    /** Sends the response of now, but later: it may be out of date when it arrives. */
    z.object({ kind: z.literal('late'), ms: z.number() }),
    /** Never responds. */
    z.object({ kind: z.literal('hang') }),
    /** Closes the connection without a response. */
    z.object({ kind: z.literal('reset') }),
    /** Sends this many bytes of the normal response, then closes the connection. */
    z.object({ kind: z.literal('cut'), bytes: z.number().int() }),
    /** Sends this many bytes of the normal response as if it were complete. */
    z.object({ kind: z.literal('truncate'), bytes: z.number().int() }),
  ]),
});

export type Fault = z.input<typeof faultSchema>;

export interface EmulatorServer extends AsyncDisposable {
  readonly origin: string;
  /** Every call received, oldest first, except calls to `/_emulator`. */
  readonly calls: CallRecord[];
  /** Takes effect immediately; faults are matched in the order in which they were added. */
  addFault(fault: Fault): void;
  clearFaults(): void;
  close(): Promise<void>;
}

export interface EmulatorOptions {
  readonly port?: number | undefined;
  /** This platform's faults by name, for `POST /_emulator/faults {"name":…}`. */
  readonly namedFaults: Readonly<Record<string, Fault>>;
  answer(call: EmulatedCall): Promise<EmulatedAnswer> | EmulatedAnswer;
}

interface ActiveFault {
  readonly fault: z.output<typeof faultSchema>;
  toSkip: number;
  toStrike: number;
}

/** `GET /_emulator/calls` and `POST`, `DELETE /_emulator/faults` are for manual use and other processes. */
export async function serveEmulator(options: EmulatorOptions): Promise<EmulatorServer> {
  const calls: CallRecord[] = [];
  let faults: ActiveFault[] = [];

  function addFault(input: Fault): void {
    const fault = faultSchema.parse(input);
    faults.push({ fault, toSkip: fault.skip, toStrike: fault.times ?? Number.POSITIVE_INFINITY });
  }

  function strike(text: string): ActiveFault['fault']['act'] | undefined {
    for (const active of faults) {
      if (active.toStrike === 0 || !text.includes(active.fault.on ?? '')) continue;
      if (active.toSkip > 0) active.toSkip -= 1;
      else {
        active.toStrike -= 1;
        return active.fault.act;
      }
    }
    return undefined;
  }

  function control(call: EmulatedCall): EmulatedAnswer {
    const wanted = `${call.method} ${call.path.slice('/_emulator/'.length)}`;
    if (wanted === 'GET calls') return { status: 200, body: { calls } };
    if (wanted === 'DELETE calls') calls.length = 0;
    else if (wanted === 'DELETE faults') faults = [];
    else if (wanted === 'GET faults') return { status: 200, body: { named: options.namedFaults } };
    else if (wanted === 'POST faults') {
      const json: unknown = JSON.parse(call.body.toString('utf8'));
      const named = z.object({ name: z.string() }).safeParse(json);
      const fault = named.success ? options.namedFaults[named.data.name] : faultSchema.parse(json);
      if (!fault) return { status: 404, body: { named: Object.keys(options.namedFaults) } };
      addFault(fault);
    } else return { status: 404, body: { error: 'no such control' } };
    return { status: 200, body: { ok: true } };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://emulator');
    const method = request.method ?? 'GET';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    if (url.pathname.startsWith('/_emulator/')) {
      send(response, control(call));
      return;
    }
    const record: CallRecord = { at: Date.now(), method, url: request.url ?? '/', status: 0 };
    calls.push(record);
    const act = strike(`${method} ${record.url}`);
    if (act?.kind === 'hang') return;
    if (act?.kind === 'reset') {
      response.destroy();
      return;
    }
    if (act?.kind === 'slow') await delay(act.ms);
    const answer = act?.kind === 'answer' ? act : await options.answer(call);
    if (act?.kind === 'late') await delay(act.ms);
    if (act?.kind === 'cut') cut(response, answer, act.bytes);
    else {
      record.status = answer.status;
      send(response, act?.kind === 'truncate' ? truncated(answer, act.bytes) : answer);
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, body: { error: String(error) } });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    addFault,
    clearFaults: () => {
      faults = [];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function bytesOf({ body }: EmulatedAnswer): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function headersOf(answer: EmulatedAnswer, bytes: Buffer): Record<string, string> {
  const type =
    typeof answer.body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    ...(bytes.length > 0 && { 'content-type': type }),
    'content-length': String(bytes.length),
    ...answer.headers,
  };
}

function send(response: ServerResponse, answer: EmulatedAnswer): void {
  const bytes = bytesOf(answer);
  response.writeHead(answer.status, headersOf(answer, bytes));
  response.end(bytes);
}

function truncated(answer: EmulatedAnswer, bytes: number): EmulatedAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...answer.headers };
  return { ...answer, headers, body: bytesOf(answer).subarray(0, bytes) };
}

function cut(response: ServerResponse, answer: EmulatedAnswer, bytes: number): void {
  const whole = bytesOf(answer);
  response.writeHead(answer.status, headersOf(answer, whole));
  response.write(whole.subarray(0, bytes), () => response.destroy());
}
