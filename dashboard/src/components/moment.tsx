/**
 * A moment, told relative to now; the exact local time and UTC on hover, and by touch
 * (`use-touched-moments.ts`). Pages have hundreds: it is one plain element.
 */
import { momentText, relativeText, utcText } from '../formats.ts';
import { useNow } from './use-now.ts';

interface MomentProps {
  readonly at: string | null;
  /** What stands there when it never was. */
  readonly never?: string;
}

export function Moment({ at, never = 'never' }: MomentProps) {
  const now = useNow();
  if (at === null) return <span className="dimmed">{never}</span>;
  return (
    <time dateTime={at} title={`${momentText(at)} · ${utcText(at)}`}>
      {relativeText(at, now)}
    </time>
  );
}
