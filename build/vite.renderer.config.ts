import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { rendererDefine, rendererPlugins } from './renderer-plugins.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** One build for both hosts: relative addresses, no inline script, nothing fetched from outside. */
export default defineConfig({
  root: folder('../renderer'),
  base: './',
  publicDir: false,
  cacheDir: folder('../node_modules/.cache/vite-renderer'),
  define: rendererDefine,
  plugins: rendererPlugins(),
  build: {
    outDir: folder('../dist/renderer'),
    emptyOutDir: true,
    license: { fileName: 'licences.json' },
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Schemas are made while their modules load, so the zod set-up has to load with them, first.
          groups: [{ name: 'schemas', test: /[\\/](node_modules[\\/]zod|shared|renderer[\\/]ipc[\\/]zod-setup)/ }],
        },
      },
    },
  },
})
