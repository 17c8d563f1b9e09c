/** The palette of the service (`src/base/palette.ts`) as the library's colours, and the sizes of dense tables. */
import { createTheme, type MantineTheme } from '@mantine/core';

export const theme = createTheme({
  white: '#ffffff',
  black: '#1b2330',
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  colors: {
    brand: [
      '#eaf4f6',
      '#d3e8ed',
      '#aad5df',
      '#7fc9da',
      '#5bc0d6',
      '#3aa3bb',
      '#22899f',
      '#157b91',
      '#0f6e84',
      '#0b5a6d',
    ],
    gray: [
      '#f6f7f9',
      '#eef1f4',
      '#e3e7ec',
      '#d6dce3',
      '#c9d0d9',
      '#a9b3bf',
      '#7b8694',
      '#5c6675',
      '#3b4552',
      '#1b2330',
    ],
    dark: [
      '#e4e9ef',
      '#98a4b3',
      '#8a96a6',
      '#5d6877',
      '#3b4552',
      '#262e38',
      '#1d242d',
      '#161b22',
      '#0f1318',
      '#0a0d11',
    ],
    red: [
      '#fdf0ed',
      '#fadcd5',
      '#f5bbae',
      '#f3a896',
      '#f0947f',
      '#f0947f',
      '#d9604a',
      '#c2442f',
      '#b33a26',
      '#a8321f',
    ],
    yellow: [
      '#fff8e1',
      '#fff0c4',
      '#ffe9a8',
      '#f7d774',
      '#e8bd4a',
      '#cf9f22',
      '#ad8113',
      '#8d680c',
      '#79590a',
      '#6b5412',
    ],
  },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  fontFamily:
    '"Atkinson Hyperlegible Next Variable", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  headings: { fontWeight: '600' },
  // Of every dialog, note and toast.
  components: { CloseButton: { defaultProps: { 'aria-label': 'Close', size: 'md' } } },
});

/** Mantine's own dimmed text and errors are too pale. */
export const cssVariables = (_theme: MantineTheme) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
  },
});
