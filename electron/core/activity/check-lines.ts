import type { ActivityProblem } from '#shared/activity/activity.ts'
import type { Chain } from './chain.ts'
import { fragmentDigest, readLine, tornOf, type ReadLine } from './lines.ts'

export interface LineChecker {
  /** The next line, without its line feed. Its bytes may change once this returns. */
  feed(line: Buffer, file: string, number: number): void
  /** After the last line. */
  end(): { readonly n: number; readonly mac: string }
}

/** As much as is looked at of the end of a file for what a crash has left, bytes. */
const longestFragment = 64 * 1024

interface Held extends ReadLine {
  readonly raw: Buffer
  readonly file: string
  readonly number: number
}

/**
 * Checks lines against the chain from a known record on, and says of each break what it looks like.
 *
 * A line that does not fit is judged together with the one after it: only that tells an edited line from a removed,
 * inserted or swapped one.
 */
export const createLineChecker = (
  chain: Chain,
  start: { readonly n: number; readonly mac: string },
  report: (problem: ActivityProblem) => void,
  note: (text: string) => void,
): LineChecker => {
  let expected = start.n + 1
  /** Codes that the next line may follow; empty where a break left none that is known. */
  let previous: readonly string[] = [start.mac]
  let held: Held | null = null

  const follows = (line: ReadLine): boolean =>
    line.mac !== '' && previous.some((mac) => chain(mac, line.body) === line.mac)
  const take = (line: ReadLine): void => {
    expected = line.n + 1
    previous = [line.mac]
  }
  const found = (kind: ActivityProblem['kind'], { file, number }: Held, message: string): void =>
    report({ kind, file, line: number, message })

  /** Judges the held line; true when `next` is spoken for as well. */
  const judge = (line: Held, next: Held | null): boolean => {
    if (next && follows(next)) {
      const torn = tornOf(next.body)
      if (torn === '') found('inserted', line, `Line ${line.number} does not belong here.`)
      else if (torn !== fragmentDigest(line.raw))
        found('edited', line, `Line ${line.number} was changed after it was written.`)
      else
        note(
          `Line ${line.number} of ${line.file} was cut off when the program ended; the log goes on after it.`,
        )
      take(next)
      return true
    }
    // The program went on after what it counted last: the line after names what is left of that, and is its own.
    if (
      next?.n === expected + 1 &&
      line.mac === '' &&
      tornOf(next.body) === fragmentDigest(line.raw)
    ) {
      found('edited', line, `The end of line ${line.number} is gone.`)
      take(next)
      return true
    }
    if (line.n === 0 || line.n === expected) {
      found('edited', line, `Line ${line.number} was changed after it was written.`)
      const [known] = previous
      previous = [
        ...(line.mac === '' ? [] : [line.mac]),
        ...(known === undefined ? [] : [chain(known, line.body)]),
      ]
      expected += 1
      return false
    }
    if (next?.n === expected + 1 || (next === null && line.n < expected)) {
      found(
        'moved',
        line,
        `Line ${line.number} holds record ${line.n}, where record ${expected} should be.`,
      )
      previous = []
      expected += 1
      return false
    }
    if (line.n < expected) {
      found(
        'inserted',
        line,
        `Line ${line.number} repeats record ${line.n}, which does not belong here.`,
      )
      return false
    }
    const many = line.n - expected
    found(
      'removed',
      line,
      many === 1
        ? `Record ${expected} was removed before line ${line.number}.`
        : `Records ${expected} to ${line.n - 1} were removed before line ${line.number}.`,
    )
    take(line)
    return false
  }

  const swapped = (line: Held, next: Held): boolean => {
    if (line.n !== expected + 1 || next.n !== expected || line.mac === '' || !follows(next))
      return false
    if (chain(next.mac, line.body) !== line.mac) return false
    found('swapped', line, `Lines ${line.number} and ${next.number} were swapped.`)
    previous = [line.mac]
    expected += 2
    return true
  }

  const accept = (line: ReadLine): boolean => {
    if (!follows(line) && !(previous.length === 0 && line.n === expected && line.mac !== ''))
      return false
    take(line)
    return true
  }

  const hold = (raw: Buffer, file: string, number: number): Held => {
    const copy = Buffer.from(raw)
    return { ...readLine(copy), raw: copy, file, number }
  }

  return {
    feed: (raw, file, number) => {
      const line = readLine(raw)
      if (held !== null) {
        const before = held
        // Pieces of one line: what a crash left, or a line feed that somebody put into a record.
        if (before.mac === '' && (line.mac === '' || line.n === 0)) {
          // Past this it is no half-written line, and each of thousands would copy all before it.
          if (before.raw.length > longestFragment) return
          const whole = Buffer.concat([before.raw, Buffer.from('\n'), raw])
          held = hold(whole, before.file, before.number)
          return
        }
        const next = hold(raw, file, number)
        held = null
        if (swapped(before, next) || judge(before, next)) return
      }
      const isTornRecord = tornOf(line.body) !== ''
      if (accept(line)) {
        if (isTornRecord) {
          const message = `The half-written line that line ${number} names is gone or was changed.`
          report({ kind: 'removed', file, line: number, message })
        }
        return
      }
      held = hold(raw, file, number)
    },
    end: () => {
      if (held !== null) judge(held, null)
      held = null
      return { n: expected - 1, mac: previous[0] ?? '' }
    },
  }
}
