/** Builds the dashboard into `dist/`; addresses are relative to the `<base>` that the service writes into the page. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    cssMinify: true,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // The page preloads the type face, and the documentation uses it, too: its name is known.
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.woff2') ? 'fonts/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
