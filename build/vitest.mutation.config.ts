import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * The configuration for Stryker (stryker.config.json), which runs the tests that reach a mutated
 * file, in a copy of the repository.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    isolate: false,
  },
})
