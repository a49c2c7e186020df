import { isObject } from '#shared/is-object.ts'
import { countsOf, type Fault, type FaultTarget, type SetFault } from '#shared/training/faults.ts'
import { errorAnswer, type Answer } from './answers.ts'
import { tokenFault, type TokenRegistry } from './tokens.ts'

/** Maximum number of used-up faults to remember. */
const remembered = 200

const isThrough = ({ fired, times }: SetFault) => fired >= times

/**
 * Faults to apply to future requests. Faults for the same target apply in the order in which they
 * were set.
 */
export const createFaultQueue = () => {
  let entries: SetFault[] = []
  const left = (target: FaultTarget) =>
    entries
      .filter((entry) => entry.target === target)
      .reduce((sum, { times, fired }) => sum + times - fired, 0)
  return {
    /**
     * Applies `fault` to the next `times` requests to `target`, after the first `after` requests,
     * which stay undisturbed.
     */
    set: (target: FaultTarget, fault: Fault, times = 1, after = 0): void => {
      if (times < 1) return
      const forgotten = entries.filter(isThrough).slice(0, -remembered)
      entries = [
        ...entries.filter((entry) => !forgotten.includes(entry)),
        { target, fault, times, after, fired: 0 },
      ]
    },
    take: (target: FaultTarget): Fault | null => {
      const next = entries.find((entry) => entry.target === target && !isThrough(entry))
      if (next === undefined) return null
      if (next.after > 0) {
        next.after -= 1
        return null
      }
      next.fired += 1
      return next.fault
    },
    clear: (): void => {
      entries = []
    },
    /** Faults set since the last `clear`, whether they happened or not. */
    list: (): readonly SetFault[] => entries.map((entry) => ({ ...entry })),
    pending: () => ({ ...countsOf(left), token: left('token') }),
  }
}
export type FaultQueue = ReturnType<typeof createFaultQueue>

const htmlPage =
  '<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'

/**
 * The answer for a fault that refuses the request without executing it; `null` for all other
 * faults.
 */
export const answerInstead = (fault: Fault | null, tokens: TokenRegistry): Answer | null => {
  if (fault?.kind === 'html')
    return { status: fault.status ?? 502, headers: { 'content-type': 'text/html' }, body: htmlPage }
  if (fault?.kind !== 'status') return null
  const { status, retryAfter } = fault
  if (status === 401) return tokenFault(tokens, 'unknown')
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const message =
    status === 429 ? 'Too many requests.' : 'The service is not available at the moment.'
  return errorAnswer(status, `Simulated: ${message}`, [], headers)
}

const repeatStrategies = (answer: object): object => {
  if (!('StrategyOutput' in answer) || !Array.isArray(answer.StrategyOutput)) return answer
  const strategies: readonly unknown[] = answer.StrategyOutput
  const types = ['Current', 'Revised', 'Alternative', 'Cautious', 'Bold']
  const five = types.map((StrategyType, index) => {
    const strategy = strategies[index % strategies.length]
    return typeof strategy === 'object' ? { ...strategy, StrategyType } : strategy
  })
  return { ...answer, StrategyOutput: five }
}

/**
 * Changes to an answer's objects and numbers into shapes that the specification does not rule out
 * and that a client must survive.
 */
const objectShapes = {
  extraFields: (object: object) => ({ ...object, AddedLater: { Note: 'new', Rank: 1 } }),
  /** Leaves out every third field. */
  missingFields: (object: object) =>
    Object.fromEntries(Object.entries(object).filter((_, index) => index % 3 !== 2)),
  fiveStrategies: repeatStrategies,
}

export const bentBody = (body: string, fault: Fault | null): string => {
  if (fault?.kind === 'malformedJson') return `${body.slice(0, -1)},`
  if (fault?.kind !== 'oddShape') return body
  const { shape } = fault
  const bend = (_key: string, value: unknown): unknown => {
    if (shape === 'numbersAsText') return typeof value === 'number' ? String(value) : value
    return isObject(value) ? objectShapes[shape](value) : value
  }
  return JSON.stringify(JSON.parse(body, bend))
}
