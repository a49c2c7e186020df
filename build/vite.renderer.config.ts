import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { inAscii } from './lib/in-ascii.mjs'
import { programDefine, rendererPlugins } from './renderer-plugins.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** One build for both hosts: relative addresses, no inline script, nothing fetched from outside. */
export default defineConfig({
  root: folder('../renderer'),
  base: './',
  publicDir: false,
  cacheDir: folder('../node_modules/.cache/vite-renderer'),
  define: programDefine,
  plugins: [...rendererPlugins(), inAscii()],
  build: {
    outDir: folder('../dist/renderer'),
    emptyOutDir: true,
    license: { fileName: 'licences.json' },
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // The kit only passes components on. Said here, so that a screen brings those it names, not all of them to the start.
      treeshake: { moduleSideEffects: [{ test: /\/renderer\/ui\/kit\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // What the first screen needs comes in one file: left alone, the bundler makes one of whatever several screens share,
          // and each costs the start a question to main. Schemas are made while their modules load, so the zod set-up has to
          // be in the same file as all of them, and first: main.ts begins with it.
          groups: [{ name: 'start', tags: ['$initial'] }],
        },
      },
    },
  },
})
