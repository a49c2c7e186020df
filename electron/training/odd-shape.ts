import type { Fault } from '#shared/training/faults.ts'

type Shape = Extract<Fault, { kind: 'oddShape' }>['shape']

const mapDeep = (
  value: unknown,
  leaf: (value: unknown) => unknown,
  entry: (object: object) => unknown,
): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, leaf, entry))
  if (typeof value !== 'object' || value === null) return leaf(value)
  return entry(
    Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, mapDeep(item, leaf, entry)]),
    ),
  )
}

const same = (value: unknown): unknown => value

/** Drops every third field of every object. */
const withGaps = (object: object): unknown =>
  Object.fromEntries(Object.entries(object).filter((_, index) => index % 3 !== 2))

const repeatStrategies = (object: object): unknown => {
  if (!('StrategyOutput' in object) || !Array.isArray(object.StrategyOutput)) return object
  const strategies: readonly unknown[] = object.StrategyOutput
  const five = Array.from({ length: 5 }, (_, index) => {
    const strategy = strategies[index % Math.max(1, strategies.length)]
    const type = ['Current', 'Revised', 'Alternative', 'Cautious', 'Bold'][index]
    return typeof strategy === 'object' ? { ...strategy, StrategyType: type } : strategy
  })
  return { ...object, StrategyOutput: five }
}

/** A correct answer bent into a shape that the specification does not promise but a client must survive. */
export const bendShape = (json: string, shape: Shape): string => {
  const answer: unknown = JSON.parse(json)
  switch (shape) {
    case 'numbersAsText':
      return JSON.stringify(
        mapDeep(answer, (value) => (typeof value === 'number' ? String(value) : value), same),
      )
    case 'extraFields':
      return JSON.stringify(
        mapDeep(answer, same, (object) => ({ ...object, AddedLater: { Note: 'new', Rank: 1 } })),
      )
    case 'missingFields':
      return JSON.stringify(mapDeep(answer, same, (object) => withGaps(object)))
    case 'fiveStrategies':
      return JSON.stringify(mapDeep(answer, same, (object) => repeatStrategies(object)))
  }
}
