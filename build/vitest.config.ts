import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { needPinnedNode } from './lib/paths.mjs'

needPinnedNode(process.version)

const root = fileURLToPath(new URL('..', import.meta.url))

/** Tests that run in plain Node; the browser project has its own file. */
const nodeProject = (name: string, options: Record<string, unknown> = {}) => ({
  root,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    pool: 'forks' as const,
    ...options,
  },
})

/** Threads started from the sources share a compile cache. Whole programs start without one, as users start them. */
const compiledOnce = {
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../node_modules/.cache/test/compiled', import.meta.url),
  ),
}

/**
 * Slow unit tests (properties, PDF, Monte Carlo, threads and processes), which together take most
 * of the time.
 */
const slow = [
  'activity/checked-while-written',
  'activity/older-data',
  'activity/tamper',
  'backup/results-file',
  'build/child-host',
  'express/read/mutated-answers',
  'express/read/numbers-beyond-reason',
  'express/text/decode-text',
  'http/service-error',
  'kept-workers',
  'law/born-on-each-day',
  'lists/list-reader',
  'lists/outcome-file',
  'lock/verifier',
  'participant/inspector',
  'participant/split-file',
  'records/recovery',
  'records/saved/killed',
  'report/*report*',
  'report/logo',
  'report/receipt/receipt-pdf',
  'report/recommended-part',
  'savings/many-rates',
  'savings/same-figures',
  'strategy/recommended-chain',
  'strategy/statement/every-figure',
  'strategy/statement/figures-beside-charts',
  'strategy/statement/phases',
  'strategy/tolerance',
  'submission/receipt-number',
  'training/**/*',
].map((name) => `test/unit/${name}.test.ts`)

/**
 * Test files share a process, because starting a process for each file would take as long as
 * running most of its tests. A module that a file replaces (Electron) would stay replaced in the
 * next file, so each test file of the shell has its own process.
 */
const unit = { testTimeout: 30_000, isolate: false, env: compiledOnce }

/** Options for suites with whole programs: one file at a time, with longer timeouts. */
const serial = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      nodeProject('fast', {
        ...unit,
        include: ['test/unit/**/*.test.ts'],
        exclude: ['test/unit/shell/**', ...slow],
      }),
      nodeProject('slow', { ...unit, include: slow }),
      nodeProject('shell', { testTimeout: 30_000, include: ['test/unit/shell/**/*.test.ts'] }),
      nodeProject('contract', { testTimeout: 60_000, isolate: false }),
      nodeProject('architecture', { testTimeout: 60_000, isolate: false }),
      nodeProject('integration', {
        testTimeout: 30_000,
        hookTimeout: 30_000,
        isolate: false,
        env: compiledOnce,
      }),
      nodeProject('keychain', { ...serial, testTimeout: 60_000 }),
      nodeProject('e2e', { ...serial, isolate: false, include: ['test/e2e/browser/**/*.test.ts'] }),
      nodeProject('fresh-clone', { ...serial, testTimeout: 600_000, hookTimeout: 600_000 }),
      nodeProject('desktop', {
        ...serial,
        include: ['test/e2e/desktop/**/*.test.ts'],
        globalSetup: ['test/support/desktop/stage/global-setup.ts'],
        setupFiles: ['test/support/desktop/stage/share-place.ts'],
      }),
    ],
  },
})
