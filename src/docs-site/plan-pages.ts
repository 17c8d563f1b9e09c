/** The documentation of the plans, made from their table. */
import { type Plan, plans } from '../ledger/plans/plans.ts';

export function planReference(): string {
  return `# Plans\n\nCredits return to the full number at each billing cycle; what is left of the last one does not add to it. Prices are in US dollars.\n\n${planTable()}`;
}

export function planTable(): string {
  const rows = Object.entries(plans).map(
    ([name, plan]: [string, Plan]) =>
      `| ${plan.label} | \`${name}\` | ${credits(plan)} | ${price(plan.monthlyPrice)} | ${price(plan.annualPrice)} |`,
  );
  return `| Plan | Name | Monthly credits | Monthly price | Annual price |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function credits({ monthlyCredits, oneTime, moreCanBeAdded }: Plan): string {
  if (monthlyCredits === null) return 'negotiable';
  if (oneTime) return `${monthlyCredits}, one time`;
  return moreCanBeAdded ? `${monthlyCredits}, more can be added` : String(monthlyCredits);
}

function price(dollars: number | null): string {
  if (dollars === null) return 'custom';
  return dollars === 0 ? 'free' : `$${dollars}`;
}
