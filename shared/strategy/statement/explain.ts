import type { Figure, Step } from '../../figures/figure.ts'
import { exactAmount, shownAmount } from './amount.ts'
import { writeFigure, type FigureWriter } from './said.ts'

/** “Explain this number” as text, from which a reader can recompute the figure. */

export interface ExplainedLine {
  readonly label:
    | 'Arithmetic'
    | 'Made of'
    | 'Unit, period'
    | 'Rule'
    | 'Law'
    | 'Answer field'
    | 'File'
    | 'Entered'
    | 'Setting'
    | 'Estimate'
  readonly text: string
}

/** Decimal text with thousands separators: `28692.8` becomes `28,692.8`. */
const grouped = (text: string): string => {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? []
  return whole === ''
    ? text
    : `${sign === '' ? '' : '−'}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

/** A number with at most eight decimals, because more are binary rounding errors. */
const plain = (value: number): string => grouped(String(Number(value.toFixed(8))))

const operand = ({ text, origin }: Step, writer: FigureWriter): string => {
  if (origin.from === 'figure') return writeFigure({ ...origin.figure, about: false }, writer)
  if (origin.from === 'steps') return `(${chain(origin.steps, writer)})`
  const unit = origin.from === 'constant' && origin.what === 'months' ? ' months' : ''
  return `${grouped(text)}${unit}`
}

const chain = (steps: readonly Step[], writer: FigureWriter): string =>
  steps
    .map((step, index) =>
      index === 0 && step.sign === '+'
        ? operand(step, writer)
        : `${step.sign} ${operand(step, writer)}`,
    )
    .join(' ')

/** All steps, including those inside parentheses. */
const allSteps = (steps: readonly Step[]): readonly Step[] =>
  steps.flatMap((each) => (each.origin.from === 'steps' ? allSteps(each.origin.steps) : [each]))

const arithmetic = (figure: Figure, writer: FigureWriter): string => {
  const shown = writeFigure({ ...figure, about: false }, writer)
  const [only] = figure.steps
  const sum =
    figure.steps.length === 1 && only?.origin.from !== 'steps' ? [] : [chain(figure.steps, writer)]
  const value = exactAmount(figure)
  const isAsShown = Math.abs(value - shownAmount(figure)) < 1e-9
  const result = isAsShown ? [] : [plain(Number(value.toFixed(4)))]
  const why = figure.fitted === '' ? '' : ' so that the parts add up'
  return `${[...sum, ...result, shown].join(' = ')}${why}`
}

const valueLines = (
  label: ExplainedLine['label'],
  steps: readonly Step[],
  words: (step: Step) => string | null,
): readonly ExplainedLine[] =>
  [...new Set(steps.flatMap((step) => words(step) ?? []))].map((text) => ({ label, text }))

/** Sources without a path in the answer, in order, each with its label. */
const named = [
  ['typed', 'Entered'],
  ['setting', 'Setting'],
  ['estimate', 'Estimate'],
  ['file', 'File'],
] as const

/**
 * The lines of the explanation, in order, without the figure's own sentence. Numbers in
 * `Arithmetic` are in American notation, have every digit that was sent, and are computed from left
 * to right.
 */
export const explain = (figure: Figure, writer: FigureWriter): readonly ExplainedLine[] => {
  const steps = allSteps(figure.steps)
  const parts = steps.flatMap(({ origin }) =>
    origin.from === 'figure' ? [`${origin.name} ${writeFigure(origin.figure, writer)}`] : [],
  )
  return [
    { label: 'Arithmetic', text: arithmetic(figure, writer) } as const,
    ...(parts.length === 0 ? [] : [{ label: 'Made of', text: parts.join(', ') } as const]),
    { label: 'Unit, period', text: figure.basis } as const,
    ...(figure.rule === '' ? [] : [{ label: 'Rule', text: figure.rule } as const]),
    ...valueLines('Law', steps, ({ text, origin }) =>
      origin.from === 'law' ? `${origin.what}: ${grouped(text)} (${origin.source})` : null,
    ),
    ...named.flatMap(([from, label]) =>
      valueLines(label, steps, ({ text, origin }) =>
        origin.from === from ? `${origin.what}: ${grouped(text)}` : null,
      ),
    ),
    ...valueLines('Answer field', steps, ({ text, origin }) =>
      origin.from === 'answer' ? `${origin.path} = ${text}` : null,
    ),
  ]
}

/** The figures that a figure is computed from, so that they can be explained in turn. */
export const partsOf = ({ steps }: Figure): readonly Figure[] =>
  allSteps(steps).flatMap(({ origin }) => (origin.from === 'figure' ? [origin.figure] : []))

/**
 * The explanation as plain text, for the clipboard and for paper; `lines` has all or some of the
 * lines from {@link explain}.
 */
export const explanationText = (
  figure: Figure,
  writer: FigureWriter,
  lines: readonly ExplainedLine[] = explain(figure, writer),
): string =>
  [
    writeFigure(figure, writer),
    figure.sentence,
    ...lines.map(({ label, text }) => `${label}: ${text}`),
  ].join('\n')
