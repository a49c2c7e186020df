import ts from 'typescript'

/** A change to a source file that tests should notice. Lines and columns begin at 1. */
export interface Mutant {
  readonly id: number
  readonly file: string
  readonly line: number
  readonly column: number
  /** The innermost statement or object property around the change. */
  readonly place: string
  readonly original: string
  /** Empty for an omitted statement. */
  readonly replacement: string
}

/** Replacements of comparisons and sums. */
const otherOperators: ReadonlyMap<string, readonly string[]> = new Map([
  ['===', ['!==']],
  ['!==', ['===']],
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
  ['%', ['*']],
])
const choices: ReadonlyMap<string, string> = new Map([
  ['&&', '||'],
  ['||', '&&'],
  ['??', '&&'],
])
/** Methods that are replaced by another one. */
const otherMethods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])
/** Methods that are omitted, so that the receiver is the result. */
const leftOut = new Set([
  'filter',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'toSorted',
  'toReversed',
  'replace',
  'replaceAll',
  'normalize',
])

/** Sentences for people are checked on screens, not by the fast tests. */
const isSentence = (text: string): boolean => /[A-Za-z][,.:;]? [A-Za-z]/.test(text)

const isPlus = (node: ts.BinaryExpression): boolean =>
  node.operatorToken.kind === ts.SyntaxKind.PlusToken
const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Whether a literal is a property name, or stands in another place that allows no expression. */
const isName = (node: ts.Node): boolean => {
  const { parent } = node
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent)
  )
    return parent.name === node
  return (
    ts.isBindingElement(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isTaggedTemplateExpression(parent)
  )
}

/** Replacements of an expression. */
const replacementsOf = (node: ts.Node, textOf: (node: ts.Node) => string): readonly string[] => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true']
  if (ts.isNumericLiteral(node) && !isName(node)) return [`${node.getText()} + 1`]
  if (ts.isStringLiteralLike(node) && !isName(node) && !isSentence(node.text))
    return [node.text === '' ? "'mutated'" : "''"]
  if (ts.isTemplateExpression(node) && !isName(node)) {
    const literal = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
    return literal.some(isSentence) ? [] : ['``']
  }
  if (ts.isArrayLiteralExpression(node)) {
    const isTarget =
      ts.isBinaryExpression(node.parent) &&
      node.parent.left === node &&
      node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    return node.elements.length === 0 || isTarget ? [] : ['[]']
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [textOf(node.operand)]
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    const operator = node.operatorToken.getText()
    const choice = choices.get(operator)
    if (choice !== undefined) return [`(${left}) ${choice} (${right})`, left, right]
    if (isPlus(node)) return isText(node.left) || isText(node.right) ? [] : [`${left} - ${right}`]
    return (otherOperators.get(operator) ?? []).map((other) => `${left} ${other} ${right}`)
  }
  // Inside a chain of `?.`, a replacement would no longer skip the end of the chain.
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    (node.flags & ts.NodeFlags.OptionalChain) === 0
  ) {
    const { expression, name } = node.expression
    if (leftOut.has(name.text)) return [textOf(expression)]
    const other = otherMethods.get(name.text)
    return other === undefined
      ? []
      : [`${textOf(expression)}.${other}(${node.arguments.map(textOf).join(', ')})`]
  }
  return []
}

/** Replacements of an expression that depend on its position. */
const replacementsAt = (node: ts.Node): readonly string[] => {
  const { parent } = node
  if (
    (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) &&
    parent.expression === node
  ) {
    return ['true', 'false']
  }
  if (ts.isConditionalExpression(parent) && parent.condition === node) return ['true', 'false']
  const isPlain = ['undefined', 'null', 'true', 'false'].includes(node.getText())
  const isResult =
    (ts.isReturnStatement(parent) && parent.expression === node) ||
    (ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node))
  return isResult && !isPlain ? ['undefined'] : []
}

const isLeftOut = (node: ts.Node): boolean =>
  ts.isExpressionStatement(node) ||
  ts.isThrowStatement(node) ||
  ts.isContinueStatement(node) ||
  ts.isBreakStatement(node) ||
  (ts.isReturnStatement(node) && node.expression === undefined)

/** The innermost statement or object property around `node`, which does not depend on line breaks. */
const placeOf = (node: ts.Node): ts.Node =>
  ts.isSourceFile(node.parent) ||
  ts.isPropertyAssignment(node) ||
  (ts.isStatement(node) && !ts.isBlock(node) && !ts.isIfStatement(node.parent))
    ? node
    : placeOf(node.parent)

/** `code` independent of its format: without white space and trailing commas. */
export const unformatted = (code: string): string =>
  code.replace(/\s+/g, '').replace(/,(?=[)\]}])/g, '')

/** A source text with every change, each behind a check of its id. */
export interface Instrumented {
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/** Processes that the tests start read the active mutant from their environment. */
const question =
  'function isMutant__(id) { return globalThis.mutation__ ? globalThis.mutation__(id) : process.env.GLIDEPATH_MUTANT === String(id) }; '

/** `file` with all its changes, whose ids begin at `firstId`. */
export const instrument = (file: string, source: string, firstId: number): Instrumented => {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const textOf = (node: ts.Node): string => source.slice(node.getStart(tree), node.getEnd())

  const add = (node: ts.Node, replacement: string): number => {
    const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
    const id = firstId + mutants.length
    mutants.push({
      id,
      file,
      line: line + 1,
      column: character + 1,
      place: textOf(placeOf(node)),
      original: textOf(node),
      replacement,
    })
    return id
  }

  const emit = (node: ts.Node): string => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      return textOf(node)
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node)
    let text = ''
    let at = node.getStart(tree)
    ts.forEachChild(node, (child) => {
      text += source.slice(at, child.getStart(tree)) + emit(child)
      at = child.getEnd()
    })
    text += source.slice(at, node.getEnd())
    if (isLeftOut(node)) return `{ if (!isMutant__(${add(node, '')})) { ${text} } }`
    const replacements = new Set([...replacementsAt(node), ...replacementsOf(node, textOf)])
    if (replacements.size === 0) return text
    const ways = [...replacements].map(
      (replacement) => `isMutant__(${add(node, replacement)}) ? (${replacement}) : `,
    )
    return `(${ways.join('')}(${text}))`
  }

  const text = tree.statements.map((statement) => emit(statement)).join('\n')
  return { text: `${question}${text}\n`, mutants }
}
