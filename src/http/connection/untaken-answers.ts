/**
 * The bytes of an answer that its client has not taken yet stay in memory, whatever route it comes from: they count
 * against the budget of exports, and beyond it the answer is 503 (contract 8.6.2). Exports count what they hold
 * themselves.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Budget } from '../../export/limits/budget.ts';

/** Answers up to this size do not count: there is one for each connection at most. */
const smallBytes = 4_096;

type OnSend = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
) => void;

export function countUntaken(budget: Budget): OnSend {
  return ({ ip }, reply, payload, done) => {
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    if (bytes > smallBytes) {
      const held = budget.take(ip, bytes);
      reply.raw.once('close', () => held[Symbol.dispose]());
    }
    done(null, payload);
  };
}
