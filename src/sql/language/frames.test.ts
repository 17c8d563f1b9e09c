import { describe, expect, test } from 'vitest';
import { FrameReader, frame, maxFrameBytes } from './frames.ts';

describe('frames', () => {
  test('are put together from any pieces', () => {
    const bytes = Buffer.concat([frame('"ä"'), frame('[1]', Buffer.from('x'), Buffer.from('yz')), frame('')]);
    for (const size of [1, 3, 100]) {
      const reader = new FrameReader();
      const read: [string, string][] = [];
      for (let at = 0; at < bytes.length; at += size) {
        reader.push(bytes.subarray(at, at + size));
        for (let next = reader.next(); next; next = reader.next())
          read.push([next.json, String(next.attached)]);
      }
      expect(read).toEqual([
        ['"ä"', ''],
        ['[1]', 'xyz'],
        ['', ''],
      ]);
    }
  });

  test('may be as long as the limit', () => {
    const head = 8;
    const reader = new FrameReader();
    reader.push(frame('', Buffer.alloc(maxFrameBytes - head)));
    expect(reader.next()?.attached).toHaveLength(16 * 1024 * 1024 - head);
    const longer = new FrameReader();
    longer.push(frame('', Buffer.alloc(maxFrameBytes - head + 1)));
    expect(() => longer.next()).toThrow('too long');
  });

  test.each([[[255, 255, 255, 255, 0, 0, 0, 0]], [[1, 0, 0, 0, 2, 0, 0, 0]]])(
    'of absurd length are not waited for: %j',
    (bytes) => {
      const reader = new FrameReader();
      reader.push(Buffer.from(bytes));
      expect(() => reader.next()).toThrow('too long');
    },
  );
});
