/**
 * Thirty bars, one for each day: hits that were answered filled, hits that failed hatched above them. By pointer or
 * arrow keys a day is chosen, and told in words.
 */
import './usage-chart.css';
import { Group, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { calendarDayText, countText } from '../../formats.ts';
import { dayWords, sumWords, type UsageDay } from './day-words.ts';

const width = 600;
const height = 140;

export function UsageBars({ days }: { readonly days: readonly UsageDay[] }) {
  const [chosen, setChosen] = useState<number>();
  const hatch = useId();
  const last = days.length - 1;
  const most = Math.max(1, ...days.map(({ hits }) => hits));
  const day = chosen === undefined ? undefined : days[chosen];
  const words = day ? dayWords(day) : sumWords(days);
  const step = (event: KeyboardEvent): void => {
    const next = keySteps(chosen ?? last, last)[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, next)));
  };
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width: shown } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / shown) * days.length);
    setChosen(Math.min(last, Math.max(0, at)));
  };
  return (
    <div>
      <Text size="sm" mb={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {words}
      </Text>
      <div
        className="usage-bars"
        role="slider"
        tabIndex={0}
        aria-label="Day"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(chosen ?? last) + 1}
        aria-valuetext={words}
        onKeyDown={step}
        onBlur={() => setChosen(undefined)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setChosen(undefined)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <pattern
              id={hatch}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line className="failures-line" x1="0" y1="0" x2="0" y2="5" strokeWidth="3" />
            </pattern>
          </defs>
          {days.map((each, index) => (
            <Bar
              key={each.day}
              day={each}
              index={index}
              count={days.length}
              most={most}
              fill={`url(#${hatch})`}
              isChosen={index === chosen}
            />
          ))}
          <line className="line" x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        </svg>
        <Text className="scale" size="xs" c="dimmed" aria-hidden>
          {countText(most, 'request', 'requests')}
        </Text>
      </div>
      <Group justify="space-between" mt={4} aria-hidden>
        {[days[0], days[last]].map(
          (end) =>
            end && (
              <Text key={end.day} size="xs" c="dimmed">
                {calendarDayText(end.day)}
              </Text>
            ),
        )}
      </Group>
    </div>
  );
}

const keySteps = (at: number, last: number): Readonly<Record<string, number>> => ({
  ArrowLeft: at - 1,
  ArrowDown: at - 1,
  ArrowRight: at + 1,
  ArrowUp: at + 1,
  PageDown: at - 7,
  PageUp: at + 7,
  Home: 0,
  End: last,
});

interface BarProps {
  readonly day: UsageDay;
  readonly index: number;
  readonly count: number;
  /** Hits of the busiest day. */
  readonly most: number;
  readonly fill: string;
  readonly isChosen: boolean;
}

function Bar({ day, index, count, most, fill, isChosen }: BarProps) {
  const room = width / count;
  const heightOf = (hits: number): number => (hits === 0 ? 0 : Math.max(2, (hits / most) * (height - 6)));
  const answered = heightOf(day.hits - day.failed);
  const failed = heightOf(day.failed);
  const place = { x: index * room + room * 0.15, width: room * 0.7 };
  return (
    <g>
      {isChosen && <rect className="chosen" x={index * room} width={room} y={0} height={height} />}
      <rect className="hits" {...place} y={height - answered} height={answered} />
      <rect className="failures" {...place} y={height - answered - failed} height={failed} fill={fill} />
    </g>
  );
}
