/**
 * A small web server for browser tests: each address gives what the test says, and every request is remembered.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface PageServer extends AsyncDisposable {
  readonly origin: string;
  /** Method and address of every request, in order. */
  readonly requests: string[];
}

export async function startPageServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page that shows the addresses `/0`, `/1` and so on in frames: far quicker than a page for each. */
export function pageOfFrames(count: number): string {
  const frames = Array.from({ length: count }, (_, at) => `<iframe src="/${at}"></iframe>`);
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${frames.join('')}`;
}

/** The frames of such a page in their order, each with its document loaded. */
export async function framesOf(page: Page, count: number): Promise<readonly Frame[]> {
  await page.waitForLoadState('load');
  const frames = page.mainFrame().childFrames();
  expect(frames).toHaveLength(count);
  return frames;
}
