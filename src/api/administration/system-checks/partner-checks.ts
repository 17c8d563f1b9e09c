/** The mail server and the payment provider. */
import { hasStripe, stripeOf } from '../../../billing/stripe-client.ts';
import { lookupKey } from '../../../billing/stripe-prices.ts';
import { smtpPassword, tryMailServer } from '../../../mail/mail-server.ts';
import { sendFailure } from '../../../mail/send-failure.ts';
import { checkWithinMs, fine, type SystemCheck, warning, wrong } from './system-check.ts';

export const mailCheck: SystemCheck = {
  name: 'Mail',
  run: async ({ config }) => {
    const { smtpUrl, mailFrom } = config;
    if (smtpUrl === '')
      return warning(
        'No mail server is set: mails wait in the list of mails.',
        'Set SMTP_URL, such as smtp://USER:PASSWORD@HOST:587, and MAIL_FROM.',
      );
    const { hostname } = new URL(smtpUrl);
    try {
      await tryMailServer(config, checkWithinMs);
    } catch (error) {
      return wrong(`${hostname} takes no mail.`, sendFailure(error, [smtpPassword(smtpUrl)]).text);
    }
    return fine(`${hostname} takes mails from ${mailFrom}.`);
  },
};

export const paymentCheck: SystemCheck = {
  name: 'Payment',
  run: async ({ config }) => {
    if (!hasStripe(config)) return fine('Stripe is not set up: administrators set the plans.');
    if (config.stripeWebhookSecret === '')
      return wrong(
        'Stripe cannot tell of payments: STRIPE_WEBHOOK_SECRET is missing.',
        `Make a webhook at Stripe that posts to ${config.baseUrl}/stripe/events, and set its signing secret.`,
      );
    try {
      const stripe = await stripeOf(config);
      const key = lookupKey({ plan: 'lite', interval: 'monthly' });
      await stripe.prices.list(
        { lookup_keys: [key], active: true, limit: 1 },
        { timeout: checkWithinMs, maxNetworkRetries: 0 },
      );
    } catch {
      return wrong('Stripe did not answer, or does not accept the key.', 'Check STRIPE_SECRET_KEY.');
    }
    return fine(
      config.stripeSecretKey.includes('_test_') ? 'Stripe answers, in test mode.' : 'Stripe answers.',
    );
  },
};
