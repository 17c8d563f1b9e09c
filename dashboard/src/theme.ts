/** Colours that keep a contrast of 4.5 in light and dark, and the sizes of dense tables. */
import { createTheme, type MantineTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
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
