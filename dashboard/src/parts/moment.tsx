/** A moment, told relative to now; the exact local time and UTC on hover and focus. */
import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { momentText, relativeText, utcText } from '../formats.ts';

interface MomentProps extends TextProps {
  readonly at: string | null;
  /** What stands there when it never was. */
  readonly never?: string;
}

export function Moment({ at, never = 'never', ...props }: MomentProps) {
  const now = useNow();
  if (at === null)
    return (
      <Text span inherit c="dimmed" {...props}>
        {never}
      </Text>
    );
  return (
    <Tooltip label={`${momentText(at)} · ${utcText(at)}`} events={{ hover: true, focus: true, touch: true }}>
      <Text span inherit component="time" dateTime={at} {...props}>
        {relativeText(at, now)}
      </Text>
    </Tooltip>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
