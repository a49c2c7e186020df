import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** For the copy made by test/mutation/main.ts: the test files it names, one after the other. */
const root = fileURLToPath(new URL('..', import.meta.url))
const tests = (process.env['GLIDEPATH_MUTATION_TESTS'] ?? '').split(',')

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      tests.findIndex((test) => moduleId.endsWith(test))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  root,
  test: {
    include: tests,
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: InOrder },
    ...(process.env['GLIDEPATH_MUTATION_NOTES'] === undefined
      ? {}
      : { runner: 'test/mutation/runner.ts' }),
  },
})
