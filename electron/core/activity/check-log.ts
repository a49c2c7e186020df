import type { ActivityOutcome, ActivityProblem } from '#shared/activity/activity.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Files } from '../platform/ports.ts'
import { eachLine } from '../platform/file-parts.ts'
import { type Chain, genesis, parseRecord, readLine } from './chain.ts'
import { createLineChecker } from './check-lines.ts'
import { type FoundHead, type Head, headName, type Place } from './head.ts'
import type { Segment } from './segments.ts'

/** The log at one moment. A check reads it while the log keeps growing. */
export interface Snapshot {
  readonly segments: readonly Segment[]
  /** `none`: a log with its key in memory, or a new log, has no head. */
  readonly head: FoundHead | 'none'
}

export interface Findings {
  readonly records: number
  readonly last: string
  readonly problems: readonly ActivityProblem[]
  readonly more: number
  readonly notes: readonly string[]
}

const vouchedBy = (head: Snapshot['head']) => (typeof head === 'object' ? head : null)

/** The record before the first one that is kept. */
const startUnder = (head: Snapshot['head']) => {
  const anchor = vouchedBy(head)?.anchor
  return anchor?.n ? anchor : { n: 0, mac: genesis }
}

const mostListed = 50

const createFindings = () => {
  const problems: ActivityProblem[] = []
  const notes: string[] = []
  let more = 0
  const report = (problem: ActivityProblem) => {
    if (problems.length < mostListed) problems.push(problem)
    else more += 1
  }
  return {
    report,
    reportHead: (message: string) => report({ kind: 'head', file: headName, line: 0, message }),
    note: (text: string) => void notes.push(text),
    sum: () => ({ problems, more, notes }),
  }
}

interface LastLine {
  readonly bytes: Buffer
  readonly file: string
  readonly line: number
}

const checkEnd = (
  { report, reportHead, note }: ReturnType<typeof createFindings>,
  head: Head,
  { n, mac }: Place,
  file: string,
  line: number,
) => {
  const many = head.count - n
  if (many > 0) {
    const message = many === 1 ? 'The last record is gone.' : `The last ${many} records are gone.`
    report({ kind: 'cut', file, line, message })
  } else if (many < 0) {
    note('The program ended before the count kept apart from the log was brought up to date.')
  } else if (mac !== '' && mac !== head.last) {
    reportHead('The log ends with another record than the one noted apart from it.')
  }
}

/** Checks every record of a snapshot. Fails if a file cannot be read, and with `job.cancelled`. */
export const checkLog = async (
  files: Files,
  chain: Chain,
  { segments, head }: Snapshot,
  signal?: AbortSignal,
): Promise<Result<Findings>> => {
  const findings = createFindings()
  const { report, reportHead, note } = findings
  const vouched = vouchedBy(head)
  if (head === 'missing') reportHead('The count of records kept apart from the log is gone.')
  if (head === 'damaged') reportHead('The count of records kept apart from the log was changed.')
  if (vouched?.lost) {
    const { at, count } = vouched.lost
    report({
      kind: 'earlierHead',
      file: headName,
      line: 0,
      message: `On ${at.slice(0, 10)} the count of records kept apart from the log was missing or damaged, and began anew with ${count}. Records that were cut off before then are not noticed.`,
    })
  }

  const checker = createLineChecker(chain, startUnder(head), report, note)
  const lastSegment = segments.at(-1)
  let endLine = 0
  const unended: LastLine[] = []
  for (const segment of segments) {
    const file = segment.name
    const read = await eachLine(
      files,
      segment,
      (bytes, line, ended) => {
        endLine = line
        if (ended || segment !== lastSegment) checker.feed(bytes, file, line)
        else unended.push({ bytes: Buffer.from(bytes), file, line })
      },
      { signal },
    )
    if (!read.ok) return read
  }
  if (signal?.aborted) return fail({ code: 'job.cancelled', message: 'The check was stopped.' })

  const { n: before } = checker.end()
  for (const { bytes, file, line } of unended) {
    if (vouched !== null && vouched.count <= before) {
      note(`Line ${line} of ${file} is only half written: the program ended while writing it.`)
      endLine -= 1
      continue
    }
    checker.feed(bytes, file, line)
    if (vouched !== null && readLine(bytes).n === before + 1)
      report({ kind: 'edited', file, line, message: `The end of line ${line} is gone.` })
  }
  const end = checker.end()
  if (vouched) checkEnd(findings, vouched, end, lastSegment?.name ?? headName, endLine + 1)
  return ok({ records: end.n, last: end.mac, ...findings.sum() })
}

export interface NotedStates {
  /** States in records with a right code. */
  readonly states: ReadonlySet<ActivityOutcome>
  /** Whether the whole log is intact: otherwise a state may be missing. */
  readonly isWhole: boolean
}

/** Looks a submission up by its id. Fails as {@link checkLog} does. */
export const statesOf = async (
  files: Files,
  chain: Chain,
  snapshot: Snapshot,
  submissionId: string,
  signal: AbortSignal,
): Promise<Result<NotedStates>> => {
  const checked = await checkLog(files, chain, snapshot, signal)
  if (!checked.ok) return checked
  const states = new Set<ActivityOutcome>()
  const wanted = Buffer.from(submissionId)
  let previous = startUnder(snapshot.head).mac
  for (const segment of snapshot.segments) {
    const read = await eachLine(
      files,
      segment,
      (line) => {
        const { mac, body } = readLine(line)
        if (mac !== '' && body.includes(wanted) && chain(previous, body) === mac) {
          const record = parseRecord(line.toString('utf8'))
          if (record?.action === 'submission' && record.id === submissionId)
            states.add(record.outcome)
        }
        // A line that a crash cut has no code; the next record follows the one before it.
        if (mac !== '') previous = mac
      },
      { signal },
    )
    if (!read.ok) return read
  }
  return ok({ states, isWhole: checked.value.problems.length === 0 })
}
