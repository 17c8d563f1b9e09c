/** How numbers are spread, as at most twenty bars; who does not see them reads the same as a table. */
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { numberText } from '../../formats.ts';
import classes from './profile-bars.module.css';
import type { ColumnProfile } from './profile-source.ts';
import { figureText } from './profile-words.ts';

type Bars = ColumnProfile['bars'];

const height = 80;
const room = 10;

export function ProfileBars({ bars }: { readonly bars: Bars }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = bars.length * room;
  const [first] = bars;
  const last = bars.at(-1);
  return (
    <figure className={classes['figure']}>
      <svg
        className={classes['bars']}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, at) => {
          const tall = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * height);
          return (
            <rect key={bar.from} x={at * room + 0.5} width={room - 1} y={height - tall} height={tall}>
              <title>{barWords(bar)}</title>
            </rect>
          );
        })}
      </svg>
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {first && edgeText(first.from)}
        </Text>
        <Text size="xs" c="dimmed">
          {last && edgeText(last.to)}
        </Text>
      </Group>
      <VisuallyHidden component="figcaption">How the numbers are spread. {listed(bars)}</VisuallyHidden>
    </figure>
  );
}

const edgeText = (edge: number): string => figureText(String(edge), true);

const barWords = ({ from, to, count }: Bars[number]): string =>
  `${edgeText(from)} to ${edgeText(to)}: ${numberText(count)}`;

const listed = (bars: Bars): string => bars.map((bar) => `${barWords(bar)}.`).join(' ');
