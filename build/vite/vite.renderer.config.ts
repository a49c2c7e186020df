import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { inAscii } from '../lib/in-ascii.mjs'
import { programDefine, rendererPlugins } from './renderer-plugins.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * One build of the page for both hosts, with relative addresses, no inline scripts, and nothing
 * fetched from other servers.
 */
export default defineConfig({
  root: folder('../../renderer'),
  base: './',
  publicDir: false,
  cacheDir: folder('../../node_modules/.cache/vite-renderer'),
  define: programDefine,
  plugins: [...rendererPlugins(), inAscii()],
  build: {
    outDir: folder('../../dist/renderer'),
    emptyOutDir: true,
    license: { fileName: 'licences.json' },
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // These modules only re-export components. Declaring that they have no side effects keeps the
      // components of other screens out of the first file.
      treeshake: {
        moduleSideEffects: [{ test: /\/renderer\/ui\/(kit|library)\.ts$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // Puts the first screen into one file. By default the bundler splits off modules that
          // screens share, and each would cost a request to main at the start. Schemas are made
          // while modules load, so the zod setup must run first in the same file; main.ts imports
          // it first.
          groups: [{ name: 'start', tags: ['$initial'] }],
        },
      },
    },
  },
})
