/** How long the credits last at the pace of the last days (section 2, "Plans and credits"). */
import { forecast } from '../usage/forecast.ts';
import { creditsUsedIn } from '../usage/usage-store.ts';
import { type Handler, isoMoment } from './api.ts';

const days = 7;

export const forecastCredits: Handler<'GET /api/account/forecast'> = async ({ context, account }) => {
  const used = account.credits === null ? 0 : await creditsUsedIn(context, account.id, days);
  const { creditsADay, lastsUntil } = forecast({
    credits: account.credits,
    used,
    days,
    since: account.createdAt,
    now: context.now(),
  });
  return { creditsADay, lastsUntil: lastsUntil === null ? null : isoMoment(lastsUntil) };
};
