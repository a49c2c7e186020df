import { globSync } from 'node:fs'
import { pathOf } from '../../build/lib/house.mjs'
import { importsOf } from '#test/architecture/sources.ts'

const suites = ['unit', 'contract', 'integration']

/** The repository's files that a file imports, statically or on demand; each file is read once. */
const createImports = () => {
  const known = new Map<string, readonly string[]>()
  return (file: string): readonly string[] => {
    const found = known.get(file)
    if (found) return found
    const imports = /\.(ts|mjs)$/.test(file)
      ? importsOf(file)
          .flatMap((specifier) => pathOf(file, specifier) ?? [])
          .filter((path) => /\.(ts|mjs)$/.test(path))
      : []
    known.set(file, imports)
    return imports
  }
}

interface Reach {
  readonly test: string
  /** Number of imports to the nearest target; `Infinity` without one. */
  readonly steps: number
  /** Number of files that it loads. */
  readonly size: number
}

const reachOf = (
  imports: (file: string) => readonly string[],
  test: string,
  targets: ReadonlySet<string>,
): Reach => {
  const seen = new Set([test])
  let found = Infinity
  let ring = [test]
  for (let steps = 0; ring.length > 0; steps += 1) {
    if (found === Infinity && ring.some((file) => targets.has(file))) found = steps
    ring = ring.flatMap(imports).filter((file) => !seen.has(file) && seen.add(file))
  }
  return { test, steps: found, size: seen.size }
}

/** Test files of the fast suites that import one of `targets`, directly or not: nearest first, then by fewest files loaded. */
export const testsThatReach = (targets: readonly string[], root: string): readonly string[] => {
  const imports = createImports()
  return suites
    .flatMap((suite) => globSync(`test/${suite}/**/*.test.ts`, { cwd: root }))
    .map((test) => reachOf(imports, test.replaceAll('\\', '/'), new Set(targets)))
    .filter(({ steps }) => steps !== Infinity)
    .toSorted((a, b) => a.steps - b.steps || a.size - b.size)
    .map(({ test }) => test)
}
