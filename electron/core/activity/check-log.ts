import type { ActivityProblem } from '#shared/activity/activity.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { eachLine } from '../records/file-parts.ts'
import type { Files } from '../ports.ts'
import { genesis, type Chain } from './chain.ts'
import { createLineChecker } from './check-lines.ts'
import { headName, type Head } from './head.ts'
import { readLine } from './lines.ts'
import type { Segment } from './segments.ts'

/** A log as it stood at one moment, to be checked while it goes on growing. */
export interface Snapshot {
  readonly segments: readonly Segment[]
  /** `none`: a log whose key is in memory, or one that has just begun, has no head to compare with. */
  readonly head: Head | 'missing' | 'damaged' | 'none'
}

export interface Findings {
  readonly records: number
  readonly last: string
  readonly problems: readonly ActivityProblem[]
  readonly more: number
  readonly notes: readonly string[]
}

const mostListed = 50

/** Checks every record of a snapshot. Fails where a file cannot be read at all, and with `job.cancelled`. */
export const checkLog = async (
  files: Files,
  chain: Chain,
  { segments, head }: Snapshot,
  signal?: AbortSignal,
): Promise<Result<Findings>> => {
  const problems: ActivityProblem[] = []
  const notes: string[] = []
  let more = 0
  const report = (problem: ActivityProblem): void => {
    if (problems.length < mostListed) problems.push(problem)
    else more += 1
  }
  const vouched = typeof head === 'object' ? head : null
  const lastSegment = segments.at(-1)
  const endFile = lastSegment?.name ?? headName
  let endLine = 0

  if (head === 'missing')
    report({
      kind: 'head',
      file: headName,
      line: 0,
      message: 'The count of records kept apart from the log is gone.',
    })
  if (head === 'damaged')
    report({
      kind: 'head',
      file: headName,
      line: 0,
      message: 'The count of records kept apart from the log was changed.',
    })

  const checker = createLineChecker(
    chain,
    vouched?.anchor.n ? vouched.anchor : { n: 0, mac: genesis },
    report,
    (text) => notes.push(text),
  )
  const state: { unended: { bytes: Buffer; file: string; line: number } | null } = { unended: null }
  for (const segment of segments) {
    const read = await eachLine(
      files,
      segment,
      (bytes, number, ended) => {
        endLine = number
        if (ended || segment !== lastSegment) return checker.feed(bytes, segment.name, number)
        state.unended = { bytes: Buffer.from(bytes), file: segment.name, line: number }
      },
      { signal },
    )
    if (!read.ok) return read
  }
  if (signal?.aborted) return fail({ code: 'job.cancelled', message: 'The check was stopped.' })

  const { unended } = state
  const { n: before } = checker.end()
  const isCrash = unended !== null && vouched !== null && vouched.count <= before
  if (unended !== null && isCrash) {
    notes.push(
      `Line ${unended.line} of ${unended.file} is only half written: the program ended while writing it.`,
    )
    endLine -= 1
  } else if (unended !== null) {
    checker.feed(unended.bytes, unended.file, unended.line)
    if (readLine(unended.bytes).n === before + 1 && vouched !== null) {
      report({
        kind: 'edited',
        file: unended.file,
        line: unended.line,
        message: `The end of line ${unended.line} is gone.`,
      })
    }
  }
  const { n, mac } = checker.end()
  if (vouched !== null && vouched.count > n) {
    const many = vouched.count - n
    report({
      kind: 'cut',
      file: endFile,
      line: endLine + 1,
      message: many === 1 ? 'The last record is gone.' : `The last ${many} records are gone.`,
    })
  } else if (vouched !== null && vouched.count === n && mac !== '' && mac !== vouched.last) {
    report({
      kind: 'head',
      file: headName,
      line: 0,
      message: 'The log ends with another record than the one noted apart from it.',
    })
  } else if (vouched !== null && vouched.count < n) {
    notes.push('The program ended before the count kept apart from the log was brought up to date.')
  }
  return ok({ records: n, last: mac, problems, more, notes })
}
