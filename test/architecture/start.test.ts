import { describe, expect, it } from 'vitest'
import ts from 'typescript'
import { pathOf } from '../../build/lib/house.mjs'
import { readSource } from './sources.ts'

/** What a start of the desktop program loads, so that none of it grows unseen. See docs/architecture.md, "What loads when". */

/** Loaded while the page loads, by `import()`. */
const besideThePage = [
  'electron/open-core.ts',
  'electron/core/create-core.ts',
  'electron/core/ipc/pack-answer.ts',
  'electron/adapters/electron-store-settings.ts',
  'electron/training/index.ts',
]

/** Loaded when somebody first needs it, by `import()`; workers (`*-worker.ts`) are not even imported. */
const later = [
  'electron/adapters/undici-transport.ts',
  'electron/adapters/trusted-roots.ts',
  'iconv-lite',
  'csv-parse',
  'pdfkit',
  'keytar',
]

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

/** What a file imports at once, and what on demand; a file as its path, a package by its name. */
const importsFor = (file: string): { readonly atOnce: string[]; readonly onDemand: string[] } => {
  const [atOnce, onDemand]: [string[], string[]] = [[], []]
  const target = (specifier: string): string => pathOf(file, specifier) ?? specifier
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      if (!isTypeOnly(node)) atOnce.push(target(node.moduleSpecifier.text))
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [asked] = node.arguments
      onDemand.push(asked && ts.isStringLiteral(asked) ? target(asked.text) : `${file}: something computed`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest))
  return { atOnce, onDemand }
}

/** Everything that loading `entries` loads at once, and what they may load on demand. */
const closureOf = (entries: readonly string[]): { readonly atOnce: ReadonlySet<string>; readonly onDemand: ReadonlySet<string> } => {
  const atOnce = new Set(entries)
  const onDemand = new Set<string>()
  for (const file of atOnce) {
    if (!file.endsWith('.ts')) continue
    const found = importsFor(file)
    for (const one of found.atOnce) atOnce.add(one)
    for (const one of found.onDemand) onDemand.add(one)
  }
  return { atOnce, onDemand }
}

const window = closureOf(['electron/main.ts'])
const start = closureOf(['electron/main.ts', ...besideThePage])
const among = (names: ReadonlySet<string>, pattern: RegExp): readonly string[] => [...names].filter((name) => pattern.test(name))

describe('what a start of the desktop program loads', () => {
  it('is found', () => {
    expect(window.atOnce).toContain('electron/shell/run-desktop.ts')
    expect(start.atOnce.size).toBeGreaterThan(window.atOnce.size + 50)
  })

  it('opens the window without the core, its schemas, its settings store, and the training service', () => {
    expect(among(window.atOnce, /^electron\/(training|adapters\/(?!stderr|settings-file|disk-failure))|create-core|^shared\/(express|ipc\/(?!channels))/)).toEqual([])
    expect(among(window.atOnce, /^[^./]+$|^@/).filter((name) => !/^(node:|shared|electron)/.test(name))).toEqual([])
  })

  it('leaves for later what no first screen needs', () => {
    expect(among(start.atOnce, /^(undici|socks|pdfkit|csv-parse|iconv-lite|ws|ajv)\b/)).toEqual([])
    expect(among(start.atOnce, /undici|socks|proxy-tunnel|proxied-connector|trusted-roots|receipt-pdf\/write|training\/engine|(?<!kept)-worker\.ts$/)).toEqual([])
  })

  it('has a decision for every part that is loaded on demand', () => {
    expect([...start.onDemand].filter((part) => ![...besideThePage, ...later].includes(part))).toEqual([])
  })
})
