import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { needPinnedNode } from './lib/paths.mjs'
import { findHeadlessBrowser } from './lib/system-needs.mjs'
import { rendererDefine, rendererPlugins } from './vite/renderer-plugins.ts'

needPinnedNode(process.version)

// Use Vue's production build, as the program does; its development build is slower for every screen.
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
/**
 * Most objects in a test are short-lived. With more memory for them, V8 collects garbage less
 * often.
 */
const roomForYoung = '--js-flags=--min-semi-space-size=32 --max-semi-space-size=64'

/**
 * Component tests in an installed Chromium; nothing is downloaded. Scroll bars take up space, as on
 * Windows and Linux.
 */
export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('../node_modules/.cache/vite-component', import.meta.url)),
  define: rendererDefine,
  // Sources do not change during a run, so the next test file can reuse a thousand cached modules.
  server: { headers: { 'Cache-Control': 'max-age=3600' } },
  plugins: rendererPlugins(),
  test: {
    name: 'component',
    include: ['test/component/**/*.test.ts'],
    setupFiles: ['test/support/screens/fail-on-console-error.ts'],
    testTimeout: 30_000,
    // The default of one second is too short while two browsers and other tests share two cores.
    expect: { poll: { timeout: 10_000, interval: 150 } },
    maxWorkers: 2,
    // Passes values to tests, because a test in a page cannot read environment variables.
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
        // Reduces motion as in test/e2e/browser; the desktop tests keep animations.
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
