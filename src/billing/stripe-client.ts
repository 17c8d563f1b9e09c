/** The official client of Stripe, loaded when it is first needed: without STRIPE_SECRET_KEY it is never. */
import type { Stripe } from 'stripe';
import { rememberedSuccess } from '../base/remembered-success.ts';
import type { Config } from '../config/config.ts';
import { changeRefused } from '../errors/refused-error.ts';

const clients = new WeakMap<Config, () => Promise<Stripe>>();

const timeLimitMs = 20_000;

export function hasStripe(config: Config): boolean {
  return config.stripeSecretKey !== '';
}

export function stripeOf(config: Config): Promise<Stripe> {
  if (!hasStripe(config)) {
    throw changeRefused('Payment is not set up on this service: an administrator sets the plan.');
  }
  const client = clients.get(config) ?? rememberedSuccess(() => openStripe(config));
  clients.set(config, client);
  return client();
}

async function openStripe({ stripeSecretKey, stripeApiUrl }: Config): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const { hostname, port, protocol } = new URL(stripeApiUrl);
  const isPlain = protocol === 'http:';
  return new Client(stripeSecretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    maxNetworkRetries: 2,
    timeout: timeLimitMs,
    telemetry: false,
    appInfo: { name: 'Tablecast' },
  });
}
