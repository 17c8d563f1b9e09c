/**
 * The one palette: pages of tables, documentation, errors, the waiting page and mails take their colours from here; the
 * theme of the dashboard and the mark repeat them, held equal by a test. Text has a contrast of 4.5 or more on paper,
 * ground and tint, in light and in dark.
 */

export type Shade = keyof typeof light;

export const light = {
  paper: '#ffffff',
  ground: '#f6f7f9',
  ink: '#1b2330',
  soft: '#5c6675',
  line: '#e3e7ec',
  edge: '#c9d0d9',
  accent: '#0f6e84',
  'accent-ink': '#ffffff',
  tint: '#eaf4f6',
  mark: '#ffe9a8',
  alarm: '#a8321f',
} as const;

export const dark: Readonly<Record<Shade, string>> = {
  paper: '#161b22',
  ground: '#0f1318',
  ink: '#e4e9ef',
  soft: '#98a4b3',
  line: '#262e38',
  edge: '#3b4552',
  accent: '#5bc0d6',
  'accent-ink': '#08222a',
  tint: '#1a2a31',
  mark: '#6b5412',
  alarm: '#f0947f',
};

/** As custom properties of a style sheet: `--paper: #ffffff;`. */
export function paletteStyle(): string {
  return `:root {
  color-scheme: light dark;
${properties(light, '  ')}
}

@media (prefers-color-scheme: dark) {
  :root {
${properties(dark, '    ')}
  }
}
`;
}

function properties(shades: Readonly<Record<Shade, string>>, indent: string): string {
  return Object.entries(shades)
    .map(([name, colour]) => `${indent}--${name}: ${colour};`)
    .join('\n');
}
