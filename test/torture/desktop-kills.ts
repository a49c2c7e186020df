import { setTimeout as wait } from 'node:timers/promises'
import type { ListView } from '#shared/lists/list.ts'
import type { SubmissionOutcome } from '#shared/records/receipt.ts'
import type { PageBridge } from '#test/support/desktop/bridge.ts'
import {
  optOut,
  outcomeOf,
  receiptOf,
  type Alone,
  type UatDesktop,
} from '#test/support/desktop/uat-desktop.ts'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
} from '#test/support/samples/list-files.ts'
import type { UatServer } from '#test/support/servers/uat-server.ts'
import { lieIn } from './faults.ts'
import { createRandom } from './random.ts'

/** Milliseconds that the program may live after it starts to send. */
const [longestSending, longestList] = [150, 700]
const rowsOfList = 40

export interface DesktopTally {
  kills: number
  submissions: number
  rows: number
  /** Submissions in doubt after a kill, by whether the service executed them. */
  inDoubt: { readonly executed: number; readonly not: number }
  /** Submissions whose answer arrived before the kill. */
  accepted: number
  /** Submissions that were not sent at all before the kill. */
  notBegun: number
  readonly violations: string[]
}

const timesOf = (uat: UatServer, participantId: string): number =>
  uat.seen.filter(
    ({ target, body }) =>
      target === 'optout' && body.includes(`"ParticipantId":"${participantId}"`),
  ).length

/** Checks after the program's next start. */
type Autopsy = (program: Alone) => Promise<void>

const titles: Readonly<Record<SubmissionOutcome, string>> = {
  accepted: 'Opt-out accepted',
  declined: 'Opt-out declined',
  rejected: 'Opt-out rejected',
  notSent: 'Opt-out not sent',
  inDoubt: 'Opt-out in doubt',
}

/** True if the opened receipt shows the stored outcome. */
const isShown = async (
  { page, bridge }: Alone,
  submissionId: string,
  outcome: SubmissionOutcome,
): Promise<boolean> => {
  const receipt = await receiptOf(bridge, submissionId)
  await page.evaluate((id) => window.location.assign(`#/saved-results/${id}`), receipt?.id ?? '')
  const heading = page.getByRole('heading', { name: titles[outcome], exact: true })
  return heading.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}

/**
 * Kills the desktop program (SIGKILL) at `count` random moments, alternately during a submission
 * and during a list. After each kill, starts the program again on the same data and compares the
 * outcomes shown with the requests at the service.
 */
export const killDesktop = async (
  house: UatDesktop,
  uat: UatServer,
  seed: number,
  count: number,
): Promise<DesktopTally> => {
  const random = createRandom(seed)
  const tally: DesktopTally = {
    kills: 0,
    submissions: 0,
    rows: 0,
    inDoubt: { executed: 0, not: 0 },
    accepted: 0,
    notBegun: 0,
    violations: [],
  }
  const broken = (label: string, what: string): void => {
    if (what !== '') tally.violations.push(`${label}: ${what}`)
  }
  const count1 = (label: string, outcome: Parameters<typeof lieIn>[0], times: number): void => {
    broken(label, lieIn(outcome, times))
    if (outcome === 'accepted') tally.accepted += 1
    else if (outcome === 'nothing' || outcome === 'notSent') tally.notBegun += 1
    else if (times > 0) tally.inDoubt = { ...tally.inDoubt, executed: tally.inDoubt.executed + 1 }
    else tally.inDoubt = { ...tally.inDoubt, not: tally.inDoubt.not + 1 }
  }

  const sendOne = async (bridge: PageBridge, number: number): Promise<Autopsy> => {
    const participantId = `K-${number}`
    const label = `kill ${number} in a submission`
    const { submissionId } = await bridge.must('submission.review', optOut(participantId))
    await bridge.begin('submission.send', { submissionId })
    return async (program) => {
      const after = program.bridge
      const kept = await outcomeOf(after, submissionId)
      tally.submissions += 1
      count1(label, kept === 'no receipt' ? 'nothing' : kept, timesOf(uat, participantId))
      if (kept !== 'no receipt' && !(await isShown(program, submissionId, kept)))
        broken(label, `is ${kept}, but the screen says otherwise`)
      if (kept !== 'inDoubt') return
      const again = await after.must('submission.review', optOut(participantId))
      const sent = await after.call('submission.send', { submissionId: again.submissionId })
      if (sent.ok) broken(label, 'sent again while in doubt')
    }
  }

  const sendList = async (bridge: PageBridge, number: number): Promise<Autopsy> => {
    const { listId, counts } = await checkedList(
      bridge,
      listText(rowsOfList, ',', '\n', number * 1000),
      `list-${number}.csv`,
    )
    const options = { ...plainOptions, concurrency: 1 + Math.floor(random() * 4) }
    await bridge.begin('list.start', { listId, options, rowsToSend: counts.ready })
    return async ({ bridge: after }) => {
      const before = (await after.must('list.all', {})).find((list) => list.listId === listId)
      if (before === undefined) return broken(`kill ${number} in a list`, 'the list is gone')
      if (before.counts.ready > 0)
        await after.must('list.start', { listId, options, rowsToSend: before.counts.ready })
      await lookAtRows(after, number, await settledList(after, listId))
    }
  }
  const lookAtRows = async (
    after: PageBridge,
    number: number,
    { listId, state }: ListView,
  ): Promise<void> => {
    if (state !== 'done') broken(`kill ${number} in a list`, `is ${state} at the end`)
    const { rows } = await after.must('list.rows', { listId, offset: 0, limit: rowsOfList })
    for (const row of rows) {
      const label = `kill ${number} in a list, row ${row.row}`
      if (row.state !== 'accepted' && row.state !== 'inDoubt')
        broken(label, `is ${row.state} at the end`)
      if (row.receiptId === null) broken(label, 'has no receipt')
      count1(
        label,
        row.state === 'accepted' ? 'accepted' : 'inDoubt',
        timesOf(uat, row.participantId),
      )
      tally.rows += 1
    }
    if (rows.length !== rowsOfList)
      broken(`kill ${number} in a list`, `${rows.length} rows of ${rowsOfList}`)
  }

  let autopsy: Autopsy = () => Promise.resolve()
  for (let number = 1; number <= count + 1; number += 1) {
    const program = await house.startAlone()
    uat.meet('optout', null)
    await autopsy(program)
    const log = await program.bridge.must('activity.verify', {})
    if (log.state !== 'intact')
      broken(`after kill ${number - 1}`, `the activity log: ${JSON.stringify(log.problems)}`)
    if (number <= count) {
      uat.meet('optout', { kind: 'held', until: () => wait(random() * 60) })
      const isList = number % 2 === 0
      autopsy = await (isList ? sendList : sendOne)(program.bridge, number)
      await wait(random() * (isList ? longestList : longestSending))
      tally.kills += 1
    }
    program.kill('SIGKILL')
    await program.ended
    await program.letGo().catch(() => undefined)
  }
  return tally
}
