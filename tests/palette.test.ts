/** One palette and one mark: pages, mails, documentation and dashboard have the same colours, and they can be read. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dark, light, paletteStyle, type Shade } from '../src/base/palette.ts';
import { fillTemplate } from '../src/mail/template.ts';

const root = new URL('../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const coloursIn = (content: string): string[] => content.match(/#[0-9a-f]{6}\b/g) ?? [];

const onGrounds: readonly Shade[] = ['ink', 'soft', 'accent', 'alarm'];
const grounds: readonly Shade[] = ['paper', 'ground', 'tint'];

test.each([
  ['light', light],
  ['dark', dark],
])('text has a contrast of 4.5 or more in %s', (_name, shades) => {
  const pairs = onGrounds.flatMap((colour) => grounds.map((ground) => [colour, ground] as const));
  const readable = [...pairs, ['accent-ink', 'accent'] as const, ['ink', 'mark'] as const];
  const faint = readable.filter(([colour, ground]) => contrast(shades[colour], shades[ground]) < 4.5);
  expect(faint).toEqual([]);
});

test('a style sheet names every colour, in light and in dark', () => {
  expect(coloursIn(paletteStyle())).toEqual([...Object.values(light), ...Object.values(dark)]);
});

test('a mail has no other colours', () => {
  const { html } = fillTemplate({
    subject: 'S',
    heading: 'H',
    paragraphs: ['P'],
    facts: [['Label', 'value']],
    button: { label: 'Open', link: 'http://localhost/' },
    reason: 'R',
  });
  const own = new Set<string>([...Object.values(light), ...Object.values(dark)]);
  expect(coloursIn(html).length).toBeGreaterThan(10);
  expect(coloursIn(html).filter((colour) => !own.has(colour))).toEqual([]);
});

test('the documentation and the waiting page have no colours of their own', () => {
  for (const path of ['src/docs-site/style.css', 'src/http/routes/wait-page.css'])
    expect([path, coloursIn(text(path))]).toEqual([path, []]);
});

test('the theme of the dashboard has the colours of light and dark', () => {
  const theme = new Set(coloursIn(text('dashboard/src/theme.ts')));
  const wanted = [
    ...(['paper', 'ground', 'ink', 'soft', 'line', 'edge', 'accent', 'tint', 'mark', 'alarm'] as const).map(
      (name) => light[name],
    ),
    ...(['paper', 'ground', 'ink', 'soft', 'line', 'edge', 'accent', 'mark', 'alarm'] as const).map(
      (name) => dark[name],
    ),
  ];
  expect(wanted.filter((colour) => !theme.has(colour))).toEqual([]);
});

test('the mark is drawn alike as icon, in the documentation and in the dashboard', () => {
  const [, drawing = ''] = /<path d="([^"]+)"/.exec(text('src/docs-site/icon.svg')) ?? [];
  expect(drawing).toMatch(/^M3 4h4/);
  for (const path of ['src/docs-site/page.ts', 'dashboard/src/components/mark.tsx'])
    expect(text(path)).toContain(`<path d="${drawing}"`);
  expect(coloursIn(text('src/docs-site/icon.svg'))).toEqual([light.accent]);
});

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
