import ts from 'typescript'
import { pathOf } from '../../build/lib/house.mjs'
import { readSource } from './sources.ts'

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

/** A file's static and dynamic imports; files are paths, packages are names. */
const importsFor = (file: string): { readonly atOnce: string[]; readonly onDemand: string[] } => {
  const [atOnce, onDemand]: [string[], string[]] = [[], []]
  const target = (specifier: string): string => pathOf(file, specifier) ?? specifier
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      if (!isTypeOnly(node)) atOnce.push(target(node.moduleSpecifier.text))
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [asked] = node.arguments
      onDemand.push(
        asked && ts.isStringLiteral(asked) ? target(asked.text) : `${file}: something computed`,
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest))
  return { atOnce, onDemand }
}

/** Everything that `entries` import statically, with the dynamic imports in those files. */
export const closureOf = (
  entries: readonly string[],
): { readonly atOnce: ReadonlySet<string>; readonly onDemand: ReadonlySet<string> } => {
  const atOnce = new Set(entries)
  const onDemand = new Set<string>()
  for (const file of atOnce) {
    if (!/\.(ts|mjs)$/.test(file)) continue
    const found = importsFor(file)
    for (const one of found.atOnce) atOnce.add(one)
    for (const one of found.onDemand) onDemand.add(one)
  }
  return { atOnce, onDemand }
}
