/**
 * The tables of the benchmark, generated from a fixed seed so that every run measures the same bytes: a small one
 * with 8 columns, and one with 10 columns and any number of rows (a million rows are about 100 MB).
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const categories = ['books', 'games', 'toys', 'garden', 'music', 'food', 'tools', 'health'];
const columns = 'id,name,category,amount,quantity,active,joined,city,score,note\n';
const pieceLength = 1024 * 1024;

export async function writeBenchTable(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  const next = randomNumbers();
  let text = columns;
  for (let id = 1; id <= rows; id++) {
    text += `${benchRow(id, next).join(',')}\n`;
    if (text.length < pieceLength) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end(text);
  await once(out, 'finish');
}

/** 100 rows of the first eight columns. */
export function smallTable(): string {
  const next = randomNumbers();
  const rows = Array.from({ length: 100 }, (_, at) =>
    benchRow(at + 1, next)
      .slice(0, 8)
      .join(','),
  );
  return `${columns.split(',').slice(0, 8).join(',')}\n${rows.join('\n')}\n`;
}

function benchRow(id: number, next: () => number): readonly (string | number | boolean)[] {
  const below = (limit: number): number => Math.floor(next() * limit);
  return [
    id,
    `Customer ${below(1e6)}`,
    categories[below(categories.length)] ?? '',
    (next() * 1000).toFixed(2),
    below(100),
    next() < 0.5,
    `2024-0${1 + below(9)}-1${below(10)}`,
    `City ${below(500)}`,
    Math.round(next() * 1e6) / 1e4,
    `order note ${below(1e9)} here`,
  ];
}

function randomNumbers(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
}
