import { globSync } from 'node:fs'
import { pathOf } from '../../build/lib/house.mjs'
import { importsOf } from '#test/architecture/sources.ts'

const suites = ['unit', 'contract', 'integration']

/** Files of the repository that a file imports, at once or on demand; read once. */
const createImports = () => {
  const known = new Map<string, readonly string[]>()
  return (file: string): readonly string[] => {
    const found = known.get(file)
    if (found) return found
    const imports = /\.(ts|mjs)$/.test(file)
      ? importsOf(file).flatMap((specifier) => pathOf(file, specifier) ?? []).filter((path) => /\.(ts|mjs)$/.test(path))
      : []
    known.set(file, imports)
    return imports
  }
}

/** Over how many imports a test file reaches `target`; `null` where it does not. */
const distance = (imports: (file: string) => readonly string[], from: string, target: string): number | null => {
  const seen = new Set([from])
  let ring = [from]
  for (let steps = 0; ring.length > 0; steps += 1) {
    if (ring.includes(target)) return steps
    ring = ring.flatMap(imports).filter((file) => !seen.has(file) && seen.add(file))
  }
  return null
}

/** Test files of the fast suites that reach one of `targets` through imports, the nearest first. */
export const testsThatReach = (targets: readonly string[], root: string): readonly string[] => {
  const imports = createImports()
  const near = (test: string): number | null => {
    const found = targets.map((target) => distance(imports, test, target)).filter((steps) => steps !== null)
    return found.length === 0 ? null : Math.min(...found)
  }
  return suites
    .flatMap((suite) => globSync(`test/${suite}/**/*.test.ts`, { cwd: root }))
    .map((test) => ({ test: test.replaceAll('\\', '/'), steps: near(test.replaceAll('\\', '/')) }))
    .filter(({ steps }) => steps !== null)
    .toSorted((a, b) => (a.steps ?? 0) - (b.steps ?? 0) || a.test.localeCompare(b.test))
    .map(({ test }) => test)
}
