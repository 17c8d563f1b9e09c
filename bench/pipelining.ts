/** How long `GET /` takes beside 50 connections that pipeline 64 kB of requests each, and are replaced every two seconds. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Latencies } from '../tests/load/latencies.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Figure, within } from './figure.ts';
import { residentMb } from './process-tree.ts';

const connections = 50;
const sentBytes = 65_536;
const replacedAfterMs = 2_000;
const barMs = 250;
const paths = ['/app/', '/ready', '/docs/commands', '/0123456789012345678901', '/api/public/ID/sample'];

export async function pipelining(world: BenchWorld): Promise<Figure[]> {
  const { path: published } = await world.published('small');
  await using service = await world.startService();
  const { hostname, port } = new URL(service.url);
  const figures: Figure[] = [];
  for (const path of paths) {
    const head = `GET ${path.replace('ID', published.slice(1))} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const requests = head.repeat(Math.floor(sentBytes / head.length));
    for (const [name, isRead] of [
      ['answers read', true],
      ['answers not read', false],
    ] as const) {
      const latencies = new Latencies();
      let peakMb = 0;
      let isOver = false;
      const attack = async (): Promise<void> => {
        while (!isOver) {
          const socket = connect(Number(port), hostname).on('error', () => {});
          socket.write(requests);
          if (isRead) socket.resume();
          else socket.pause();
          await pause(replacedAfterMs);
          socket.destroy();
        }
      };
      const attacks = Array.from({ length: connections }, attack);
      for (const until = Date.now() + (world.quick ? 5_000 : 20_000); Date.now() < until; await pause(20)) {
        const began = performance.now();
        await (await fetch(service.url)).text();
        latencies.record(performance.now() - began);
        peakMb = Math.max(peakMb, residentMb(service.pid));
      }
      isOver = true;
      await Promise.all(attacks);
      const work = `GET / beside ${connections} that pipeline ${path}, ${name}, p99 (${Math.round(peakMb)} MB)`;
      figures.push(within(work, latencies.quantileMs(0.99), barMs, 'ms'));
    }
  }
  return figures;
}
