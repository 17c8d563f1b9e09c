/** Plan, credits left and the day of new ones, always in sight; leads to the plans. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api-client.ts';
import { dayText, numberText } from '../../formats.ts';

type BalanceProps = Pick<Answer<'GET /api/account'>, 'credits' | 'planLabel' | 'cycleEnds'>;

export function Balance({ credits, planLabel, cycleEnds }: BalanceProps) {
  const left = credits === null ? 'no limit' : `${numberText(credits)} credits`;
  return (
    <Anchor component={Link} to="/plans" size="sm" c="dimmed" truncate underline="hover">
      {planLabel}: {left}
      {cycleEnds !== null && credits !== null && <span className="wide">, renews {dayText(cycleEnds)}</span>}
    </Anchor>
  );
}
