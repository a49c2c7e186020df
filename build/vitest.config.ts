import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Tests by the runtime they need. Plain Node projects here; the browser project has its own file beside this one. */
const nodeProject = (name: string, options: Record<string, unknown> = {}) => ({
  root,
  test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node', pool: 'forks', ...options },
})

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      nodeProject('unit'),
      nodeProject('contract'),
      nodeProject('architecture'),
      nodeProject('integration', { testTimeout: 30_000, hookTimeout: 30_000 }),
    ],
  },
})
