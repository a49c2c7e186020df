import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importFault, pathOf } from '../../build/lib/house.mjs'
import { importsOf, readSource, root, sourceFiles } from './sources.ts'

const files = sourceFiles()
const shipped = files.filter((path) => /^(shared|electron|renderer)\//.test(path))
const house = new Set([
  'electron',
  'renderer',
  'shared',
  'build',
  'test',
  'docs',
  'electron-builder.yml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
])
const made = new Set(['node_modules', 'dist', 'release'])

describe('the repository', () => {
  it('has source files to check', () => {
    expect(shipped.length).toBeGreaterThan(50)
  })

  it('has only the expected top-level files and folders', () => {
    const strange = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !house.has(name) && !made.has(name),
    )
    expect(strange).toEqual([])
  })

  it('has only imports that follow the layers', () => {
    const faults = files.flatMap((path) =>
      importsOf(path)
        .map((specifier) => importFault(path, specifier))
        .filter((fault) => fault !== '')
        .map((fault) => `${path}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it.each([
    ['shared/x.ts', '#electron/core/platform/jobs.ts'],
    ['shared/x.ts', 'node:fs'],
    ['shared/desk/x.ts', '../ipc/contract.ts'],
    ['shared/receipt/x.ts', '../strategy/statement/amount.ts'],
    ['renderer/x.ts', '#shared/strategy/statement/amount.ts'],
    ['electron/core/x.ts', '#shared/strategy/statement/amount.ts'],
    ['shared/strategy/x.ts', '../ipc/contract.ts'],
    ['electron/training/x.ts', '#shared/ipc/pack.ts'],
    ['renderer/x.ts', '#electron/core/platform/jobs.ts'],
    ['renderer/x.ts', 'electron'],
    ['electron/core/x.ts', 'electron'],
    ['electron/core/x.ts', 'keytar'],
    ['electron/core/x.ts', '../adapters/files.ts'],
    ['electron/core/x.ts', '../host/options.ts'],
    ['electron/host/x.ts', '../shell/quit.ts'],
    ['electron/core/x.ts', '../training/server.ts'],
    ['electron/training/x.ts', '../core/platform/jobs.ts'],
    ['electron/adapters/x.ts', 'keytar'],
    ['electron/shell/x.ts', '../browser-host/server.ts'],
    ['electron/browser-host/x.ts', 'electron'],
    ['electron/core/x.ts', '../../shared/result.ts'],
    ['electron/core/records/x.ts', '../submission/submissions.ts'],
    ['electron/core/platform/x.ts', '../lock/lock.ts'],
    ['electron/core/later/x.ts', '../lock/lock.ts'],
    ['renderer/features/report/x.ts', '../forecast/forecast-screen.vue'],
    ['renderer/workspace/x.ts', '../features/report/use-report.ts'],
    ['renderer/ui/x.ts', '../workspace/lock-store.ts'],
    ['renderer/x.ts', 'axios'],
  ])('does not allow %s to import %s', (path, specifier) => {
    expect(importFault(path, specifier)).not.toBe('')
  })

  it('has no import cycles between domain folders', () => {
    const folderOf = (path: string): string => /^shared\/([\w-]+)\//.exec(path)?.[1] ?? ''
    const below = new Map<string, Set<string>>()
    for (const path of files.filter((file) => file.startsWith('shared/')))
      for (const specifier of importsOf(path)) {
        const [from, to] = [folderOf(path), folderOf(pathOf(path, specifier) ?? '')]
        if (to !== from && pathOf(path, specifier) !== null)
          below.set(from, (below.get(from) ?? new Set()).add(to))
      }
    const reached = (folder: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const next of below.get(folder) ?? []) if (!seen.has(next)) reached(next, seen.add(next))
      return seen
    }
    expect(below.size).toBeGreaterThan(10)
    expect([...below.keys()].filter((folder) => reached(folder).has(folder))).toEqual([])
  })

  it('imports only files that exist', () => {
    const lost = files.flatMap((path) =>
      importsOf(path)
        .map((specifier) => pathOf(path, specifier))
        .filter((target) => target !== null && !existsSync(`${root}/${target}`))
        .map((target) => `${path}: ${String(target)}`),
    )
    expect(lost).toEqual([])
  })

  it('rarely exports the same name from two files', () => {
    const names = shipped.flatMap((path) => [
      ...new Set(
        [
          ...readSource(path).matchAll(/^export (?:const|function|interface|type|class) (\w+)/gm),
        ].map(([, name]) => name),
      ),
    ])
    const twice = [...Map.groupBy(names, (name) => name)].filter(([, all]) => all.length > 1)
    // Operations have the service's names in every layer. Any other repeated name needs a reason.
    expect(twice.length).toBeLessThanOrEqual(70)
  })

  it('names files in kebab case', () => {
    expect(files.filter((path) => !/^[a-z0-9.-]+$/.test(path.split('/').at(-1) ?? ''))).toEqual([])
  })

  it('exports by name', () => {
    const found = files.filter(
      (path) =>
        !/^build\/(.*\.config\.(ts|js)|fuses\.mjs)$|\.vue$/.test(path) &&
        /^export default\b/m.test(readSource(path)),
    )
    expect(found).toEqual([])
  })
})

describe('the source code', () => {
  const self = 'test/architecture/imports.test.ts'
  const wordless = (pattern: RegExp): readonly string[] =>
    files.filter(
      (path) =>
        path !== self && path !== 'build/lint/eslint.config.js' && pattern.test(readSource(path)),
    )

  it('has no TODO notes', () => {
    expect(wordless(/\b(TODO|FIXME|XXX)\b(?!-XX)/)).toEqual([])
  })

  it('does not disable lint rules or type checks', () => {
    expect(wordless(/(es|ox)lint-disable|@ts-(ignore|expect-error|nocheck)/)).toEqual([])
  })

  it("contains no paths of the authors' machines", () => {
    expect(wordless(/(^|[^\w.-])\/(work|root|Users\/\w+)\/(?!\.\.)/m)).toEqual([])
  })

  it('uses raw IPC and the electron module only in shell and preload', () => {
    const raw = shipped.filter((path) => /\bipc(Main|Renderer)\b/.test(readSource(path)))
    expect(raw.filter((path) => !/^electron\/(shell\/|preload\.ts$|main\.ts$)/.test(path))).toEqual(
      [],
    )
  })
})
