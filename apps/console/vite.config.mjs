import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react()],
  // From its source, so that only the used parts are bundled.
  resolve: { alias: { '@svc/sdk': fileURLToPath(new URL('../../packages/sdk/src/index.ts', import.meta.url)) } },
  logLevel: 'warn',
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    // The tests read in it which chunks a page needs.
    manifest: true,
    target: 'es2022',
    // The policy of the pages allows no inline scripts and no data: URLs except for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB before compression. The budget of the first page is 170 kB with gzip.
    chunkSizeWarningLimit: 700,
  },
});
