import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { needPinnedNode } from './lib/paths.mjs'
import { findHeadlessBrowser } from './lib/system-needs.mjs'
import { rendererDefine, rendererPlugins } from './vite/renderer-plugins.ts'

needPinnedNode(process.version)

// Vue as the program has it: its development build takes longer for every screen.
process.env['NODE_ENV'] = 'production'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = findHeadlessBrowser()
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
/** Most of what a test makes is thrown away with it: with room for that, V8 looks through it less often. */
const roomForYoung = '--js-flags=--min-semi-space-size=32 --max-semi-space-size=64'

/**
 * Component tests in an installed Chromium; nothing is downloaded. Its scroll bars take up room, as on Windows and
 * Linux.
 */
export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('../node_modules/.cache/vite-component', import.meta.url)),
  define: rendererDefine,
  // Nothing changes during a run, so the next file can reuse a thousand cached modules.
  server: { headers: { 'Cache-Control': 'max-age=3600' } },
  plugins: rendererPlugins(),
  test: {
    name: 'component',
    include: ['test/component/**/*.test.ts'],
    setupFiles: ['test/support/screens/fail-on-console-error.ts'],
    testTimeout: 30_000,
    // A second is too short for two browsers on two cores beside the program's own tests.
    expect: { poll: { timeout: 10_000, interval: 150 } },
    maxWorkers: 2,
    // Tests in a page cannot read the environment.
    provide: {
      people: {
        count: Number(process.env['GLIDEPATH_PEOPLE'] ?? 30),
        all: process.env['GLIDEPATH_PEOPLE'] !== undefined,
        seed: process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31)),
      },
    },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        // As in test/e2e/browser; the desktop tests keep animations.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          ignoreDefaultArgs: ['--hide-scrollbars'],
          args: [...asRoot, ...quiet, '--disable-component-update', '--disable-sync', roomForYoung],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
