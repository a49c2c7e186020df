import type { ActivityProblem } from '#shared/activity/activity.ts'
import { type Chain, fragmentDigest, readLine, type ReadLine, tornOf } from './chain.ts'
import type { Place } from './head.ts'

/** A crash fragment at the end of a file is searched for in this many bytes. */
const longestFragment = 64 * 1024

interface Held extends ReadLine {
  readonly raw: Buffer
  readonly file: string
  readonly number: number
}

const hold = (raw: Buffer, file: string, number: number): Held => {
  const copy = Buffer.from(raw)
  return { ...readLine(copy), raw: copy, file, number }
}

interface Expected {
  readonly n: number
  /** Codes that it may follow; empty when a break left no known code. */
  readonly after: readonly string[]
}

const past = ({ n, mac }: Place): Expected => ({ n: n + 1, after: [mac] })

const follows = (chain: Chain, { after }: Expected, line: ReadLine) =>
  line.mac !== '' && after.some((mac) => chain(mac, line.body) === line.mac)

const fits = (chain: Chain, expected: Expected, line: ReadLine) =>
  follows(chain, expected, line) ||
  (expected.after.length === 0 && line.n === expected.n && line.mac !== '')

interface Verdict {
  /** `cutOff`: a crash left it, nobody edited it. */
  readonly kind: ActivityProblem['kind'] | 'cutOff'
  readonly message: string
  readonly then: Expected
  /** Whether this verdict also covers the next line. */
  readonly both: boolean
}

const judge = (chain: Chain, expected: Expected, line: Held, next: Held | null): Verdict => {
  const { n, after } = expected
  const here = `Line ${line.number}`
  const digest = () => fragmentDigest(line.raw)
  const wasChanged = `${here} was changed after it was written.`

  if (next && follows(chain, expected, next)) {
    const isSwapped =
      line.n === n + 1 && next.n === n && line.mac !== '' && chain(next.mac, line.body) === line.mac
    if (isSwapped) {
      const message = `Lines ${line.number} and ${next.number} were swapped.`
      return { kind: 'swapped', message, then: past(line), both: true }
    }
    const then = past(next)
    const torn = tornOf(next.body)
    if (torn === '')
      return { kind: 'inserted', message: `${here} does not belong here.`, then, both: true }
    if (torn !== digest()) return { kind: 'edited', message: wasChanged, then, both: true }
    const message = `${here} of ${line.file} was cut off when the program ended; the log goes on after it.`
    return { kind: 'cutOff', message, then, both: true }
  }
  // The program continued after its last counted record: the next line is its own, and names the fragment before it.
  if (next?.n === n + 1 && line.mac === '' && tornOf(next.body) === digest()) {
    const message = `The end of line ${line.number} is gone.`
    return { kind: 'edited', message, then: past(next), both: true }
  }
  if (line.n === 0 || line.n === n) {
    const [known] = after
    const macs = [
      ...(line.mac === '' ? [] : [line.mac]),
      ...(known === undefined ? [] : [chain(known, line.body)]),
    ]
    return { kind: 'edited', message: wasChanged, then: { n: n + 1, after: macs }, both: false }
  }
  if (next?.n === n + 1 || (next === null && line.n < n)) {
    const message = `${here} holds record ${line.n}, where record ${n} should be.`
    return { kind: 'moved', message, then: { n: n + 1, after: [] }, both: false }
  }
  if (line.n < n) {
    const message = `${here} repeats record ${line.n}, which does not belong here.`
    return { kind: 'inserted', message, then: expected, both: false }
  }
  const gone =
    line.n - n === 1 ? `Record ${n} was removed` : `Records ${n} to ${line.n - 1} were removed`
  const message = `${gone} before line ${line.number}.`
  return { kind: 'removed', message, then: past(line), both: false }
}

/**
 * Checks lines against the chain, starting from a known record, and reports what each break looks like.
 *
 * A nonmatching line is judged together with the next one: only both together tell an edited line from a removed,
 * inserted or swapped one.
 */
export const createLineChecker = (
  chain: Chain,
  start: Place,
  report: (problem: ActivityProblem) => void,
  note: (text: string) => void,
) => {
  let expected = past(start)
  let held: Held | null = null

  /** Judges the held line; true when the verdict also covers `next`. */
  const settle = (line: Held, next: Held | null) => {
    const { kind, message, then, both } = judge(chain, expected, line, next)
    if (kind === 'cutOff') note(message)
    else report({ kind, file: line.file, line: line.number, message })
    expected = then
    held = null
    return both
  }

  return {
    /** Takes the next line, without its line feed. The bytes may change after this returns. */
    feed: (raw: Buffer, file: string, number: number) => {
      const line = readLine(raw)
      if (held !== null) {
        // These are pieces of one line: a crash left them, or somebody put a line feed into a record.
        if (held.mac === '' && (line.mac === '' || line.n === 0)) {
          // A longer piece is not a half-written line, and joining thousands of them would copy everything each time.
          if (held.raw.length <= longestFragment)
            held = hold(Buffer.concat([held.raw, Buffer.from('\n'), raw]), held.file, held.number)
          return
        }
        if (settle(held, hold(raw, file, number))) return
      }
      if (!fits(chain, expected, line)) {
        held = hold(raw, file, number)
        return
      }
      expected = past(line)
      if (tornOf(line.body) === '') return
      const message = `The half-written line that line ${number} names is gone or was changed.`
      report({ kind: 'removed', file, line: number, message })
    },
    end: () => {
      if (held !== null) settle(held, null)
      return { n: expected.n - 1, mac: expected.after[0] ?? '' }
    },
  }
}
