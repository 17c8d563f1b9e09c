/**
 * POST /stripe/events: where Stripe tells that something has changed. Answered with 200 only when it has been worked
 * off, so that Stripe repeats it otherwise (contract 3.2.4).
 */
import type { FastifyInstance } from 'fastify';
import { hasStripe } from '../../billing/stripe-client.ts';
import { handleEvent, readStripeEvent } from '../../billing/stripe-events.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { commonHeaders } from '../responses.ts';

const largestEvent = 1024 * 1024;

export function stripeRoute(app: FastifyInstance, context: ExportContext): void {
  const isSetUp = hasStripe(context.config) && context.config.stripeWebhookSecret !== '';
  void app.register((scope, _options, done) => {
    // The signature is of the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post('/stripe/events', {
      bodyLimit: largestEvent,
      onRequest: (_request, _reply, next) => next(isSetUp ? undefined : new ServiceError('objectNotFound')),
      handler: async ({ body, headers }, reply) => {
        const signature = headers['stripe-signature'];
        const event = await readStripeEvent(
          context,
          Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          typeof signature === 'string' ? signature : '',
        ).catch((cause: unknown) => {
          throw new ServiceError('eventRefused', { cause });
        });
        await handleEvent(context, event);
        reply.headers(commonHeaders);
        return { received: true };
      },
    });
    done();
  });
}
