/**
 * Recomputes a figure only from the text of its explanation and the raw answer, as a person with a
 * calculator would. Shares no code with the program.
 */

export interface Answers {
  /** The raw answers in which an “Answer field” is looked up; they are tried in order. */
  readonly answers: readonly unknown[]
}

const numberPattern = /^−?[$]?[\d,]+(?:\.\d+)?%?/

const valueOf = (text: string): number => {
  const bare = text.replace(/[$,%]/g, '').replace('−', '-')
  return Number(bare)
}

type Token =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }

const tokensOf = (sum: string): readonly Token[] => {
  const tokens: Token[] = []
  let rest = sum.replaceAll(' months', '').trim()
  while (rest !== '') {
    const last = tokens.at(-1)
    const expectsNumber = last === undefined || (last.kind === 'sign' && last.text !== ')')
    const number = expectsNumber ? numberPattern.exec(rest)?.[0] : undefined
    if (number !== undefined) {
      tokens.push({ kind: 'number', text: number })
      rest = rest.slice(number.length).trim()
      continue
    }
    const sign = rest.charAt(0)
    if (!'+−×÷()'.includes(sign)) throw new Error(`cannot read “${rest}” in “${sum}”`)
    tokens.push({ kind: 'sign', text: sign })
    rest = rest.slice(1).trim()
  }
  return tokens
}

/** Evaluates an expression with the usual precedence. */
const evaluate = (
  sum: string,
): { readonly value: number; readonly operands: readonly string[] } => {
  const tokens = tokensOf(sum)
  const operands: string[] = []
  let at = 0
  const next = () => tokens[at]
  const atom = (): number => {
    const token = tokens[at++]
    if (token === undefined) throw new Error(`“${sum}” ends early`)
    if (token.kind === 'number') {
      operands.push(token.text)
      return valueOf(token.text)
    }
    if (token.text === '−') return -atom()
    if (token.text !== '(') throw new Error(`“${token.text}” in “${sum}”`)
    const inner = sums()
    at += 1
    return inner
  }
  const products = (): number => {
    let value = atom()
    for (let sign = next(); sign?.text === '×' || sign?.text === '÷'; sign = next()) {
      at += 1
      const factor = atom()
      value = sign.text === '×' ? value * factor : value / factor
    }
    return value
  }
  const sums = (): number => {
    let value = products()
    for (let sign = next(); sign?.text === '+' || sign?.text === '−'; sign = next()) {
      at += 1
      const term = products()
      value = sign.text === '+' ? value + term : value - term
    }
    return value
  }
  const value = sums()
  if (at < tokens.length) throw new Error(`“${sum}” goes on after its end`)
  return { value, operands }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The keys by which an explanation may select a list item: each text or number in it, alone or
 * after its field name.
 */
const namesOf = (element: unknown): ReadonlySet<string> =>
  new Set(
    isObject(element)
      ? Object.entries(element).flatMap(([name, value]) =>
          typeof value === 'string' || typeof value === 'number'
            ? [String(value), `${name} ${value}`]
            : [],
        )
      : [],
  )

/** Splits a key into its names, each plain or in quotes, and the number after ` #`. */
const partsOfKey = (key: string) => {
  const parts = [...key.matchAll(/"(?:\\.|[^"\\])*"|[^,"#]+|#\d+/g)].map(([part]) => part.trim())
  const names = parts.filter((part) => part !== '' && !part.startsWith('#'))
  return {
    names: names.map((name) => (name.startsWith('"') ? String(JSON.parse(name)) : name)),
    number: Number(parts.find((part) => part.startsWith('#'))?.slice(1) ?? Number.NaN),
  }
}

const chosen = (list: readonly unknown[], key: string): unknown => {
  const { names, number } = partsOfKey(key)
  // Look for ages first, because an amount may happen to equal an age. If an age was sent twice,
  // the last item counts.
  const ofAge = list.findLast(
    (element) =>
      isObject(element) && [element['Age'], element['RetirementAge']].map(String).includes(key),
  )
  if (ofAge !== undefined) return ofAge
  const found = list.filter((element) => {
    const own = namesOf(element)
    return names.every((name) => own.has(name))
  })
  return found[(Number.isNaN(number) ? 1 : number) - 1] ?? list[Number(key)]
}

/**
 * The value in an answer at a path such as `StrategyOutput[Current].Percentile[50].Label`;
 * `undefined` if there is none.
 */
export const valueAt = (answer: unknown, path: string): unknown => {
  const steps = [...path.matchAll(/([^.[\]]+)|\[((?:"(?:\\.|[^"\\])*"|[^\]"])*)\]/g)]
  return steps.reduce<unknown>((value, [, name, key]) => {
    if (name !== undefined) return isObject(value) ? value[name] : undefined
    if (Array.isArray(value)) return chosen(value, key ?? '')
    return isObject(value) && key !== undefined ? value[partsOfKey(key).names[0] ?? ''] : undefined
  }, answer)
}

interface Checked {
  /** The amount as the explanation shows it. */
  readonly shown: number
  /** What is wrong with the explanation; empty if a reader gets the same result. */
  readonly wrong: string
}

/** Numbers that need no source: months in a year, and 100 for percent. */
const known = new Set(['12', '100'])

/** Checks the explanation of one figure; `text` is as copied to the clipboard. */
export const checkExplanation = (text: string, { answers }: Answers): Checked => {
  const [first = '', , ...lines] = text.split('\n')
  const shown = valueOf(first.replace(/^about /, ''))
  const of = (label: string) =>
    lines
      .filter((line) => line.startsWith(`${label}: `))
      .map((line) => line.slice(label.length + 2))
  const [arithmetic = ''] = of('Arithmetic')
  const fits = arithmetic.endsWith(' so that the parts add up')
  const sides = arithmetic.replace(' so that the parts add up', '').split(' = ')
  const sources = ['File', 'Entered', 'Setting', 'Estimate', 'Receipt', 'Law'].flatMap((label) =>
    of(label).map((line) => /: (−?[\d,.]+)(?: \(|$)/.exec(line)?.[1] ?? ''),
  )
  const fields = of('Answer field').map((line) => {
    // A quoted name may contain the same characters.
    const at = line.lastIndexOf(' = ')
    return { path: line.slice(0, at), raw: line.slice(at + 3) }
  })
  const missing = fields.find(
    ({ path, raw }) => !answers.some((answer) => Number(valueAt(answer, path)) === Number(raw)),
  )
  if (missing !== undefined)
    return { shown, wrong: `the answer has no ${missing.path} = ${missing.raw}` }
  if (Math.abs(valueOf(sides.at(-1) ?? '') - shown) > 1e-9)
    return { shown, wrong: `“${arithmetic}” does not end in ${first}` }
  const named = new Set([
    ...fields.map(({ raw }) => raw),
    ...sources.map((source) => source.replaceAll(',', '').replace('−', '-')),
  ])
  const madeOf = of('Made of').join(', ')
  const [only] = named.size > 0 ? named : [valueOf(/(\S+)$/.exec(madeOf)?.[1] ?? '')]
  const { value, operands } =
    sides.length === 1 ||
    (sides.length === 2 && named.size === 1 && !/[×÷+(]|. − /.test(sides[0] ?? ''))
      ? { value: Number(only), operands: [] }
      : evaluate(sides[0] ?? '')
  const foreign = operands.find(
    (operand) =>
      !named.has(operand.replaceAll(',', '').replace('−', '-')) &&
      !known.has(operand) &&
      !madeOf.includes(operand) &&
      !/^\d{1,2}$/.test(operand),
  )
  if (foreign !== undefined)
    return { shown, wrong: `“${foreign}” in “${arithmetic}” has no source` }
  const digits = /\.(\d+)/.exec(first)?.[1]?.length ?? 0
  const off = Math.abs(value - shown) * 10 ** digits
  return { shown, wrong: off <= (fits ? 1.5 : 0.5) + 1e-6 ? '' : `“${arithmetic}” gives ${value}` }
}
