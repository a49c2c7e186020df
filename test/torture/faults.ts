import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { SubmissionOutcome } from '#shared/records/receipt.ts'
import { startCountingService, type Ending } from '#test/support/servers/counting-service.ts'
import {
  faultActs,
  faultPhases,
  startFaultProxy,
  type Fault,
} from '#test/support/servers/fault-proxy.ts'
import { draftOf, hasty, openHouse, tortureOperation } from './house.ts'
import { createRandom } from './random.ts'

export interface Tally {
  submissions: number
  executed: number
  readonly outcomes: Record<string, number>
  readonly violations: string[]
}

export const emptyTally = (): Tally => ({
  submissions: 0,
  executed: 0,
  outcomes: {},
  violations: [],
})

/** A sentence if the outcome shown contradicts the number of executions; otherwise empty. */
export const lieIn = (shown: SubmissionOutcome | 'nothing', executed: number): string => {
  if (executed > 1) return `carried out ${executed} times`
  if (executed === 1 && !['accepted', 'declined', 'inDoubt'].includes(shown))
    return `carried out, but shown as ${shown}`
  return executed === 0 && (shown === 'accepted' || shown === 'declined')
    ? `not carried out, but shown as ${shown}`
    : ''
}

/** Every kind of fault in every phase of an exchange; `null` is no fault. */
const everyFault: readonly (Fault | null)[] = [
  ...faultPhases.flatMap((phase) => faultActs.map((act) => ({ phase, act }))),
  null,
]

const endings: readonly Ending[] = [
  'accept',
  'accept',
  'accept',
  'accept',
  'decline',
  'refuse',
  'failBefore',
  'failAfter',
]

/** Number of submissions after which a new program opens the data folder. */
const perFolder = 60

interface Sent {
  readonly label: string
  readonly submissionId: string
  readonly shown: SubmissionOutcome | 'nothing'
}

/**
 * Runs one service and one proxy, and one program after another. `next` returns the number of the
 * next submission, or null at the end.
 */
const runLane = async (
  folder: string,
  random: () => number,
  next: () => number | null,
  tally: Tally,
): Promise<void> => {
  const labels = { of: (_port: number): string => '' }
  const service = await startCountingService((port) => labels.of(port))
  const proxy = await startFaultProxy(service.port)
  labels.of = proxy.labelOf
  try {
    for (let round = 1, number = next(); number !== null; round += 1) {
      const dataDir = path.join(folder, `round-${round}`)
      mkdirSync(dataDir, { recursive: true })
      await proxy.arm(null, '')
      const house = await openHouse(dataDir, proxy.url, { transport: hasty })
      const sent: Sent[] = []
      for (let many = 0; number !== null && many < perFolder; many += 1) {
        const operation = tortureOperation(number)
        const fault = everyFault[Math.floor(number / 3) % everyFault.length] ?? null
        const label = `${number} ${operation} ${fault === null ? 'no fault' : `${fault.phase} ${fault.act}`}`
        const review = await house.must(
          'submission.review',
          await draftOf(house, operation, `T-${number}`),
        )
        service.end(endings[Math.floor(random() * endings.length)] ?? 'accept')
        await proxy.arm(fault, label)
        const { submissionId } = review
        // Some sends are double clicks.
        const clicks = random() < 0.2 ? 2 : 1
        const answers = await Promise.all(
          Array.from({ length: clicks }, () => house.call('submission.send', { submissionId })),
        )
        await proxy.arm(null, '')
        const [answer] = answers
        const shown = answer?.ok ? answer.value.outcome : 'nothing'
        sent.push({ label, submissionId, shown })
        number = next()
      }
      await house.core.close()
      // The proxy delivers stalled requests late, so give the service time to execute them.
      await new Promise((resolve) => setTimeout(resolve, 60))
      await checkRound(dataDir, proxy.url, sent, service.executed, tally)
    }
  } finally {
    proxy.stop()
    await service.stop()
  }
}

const checkRound = async (
  dataDir: string,
  url: string,
  sent: readonly Sent[],
  executed: ReadonlyMap<string, number>,
  tally: Tally,
): Promise<void> => {
  const again = await openHouse(dataDir, url, { transport: hasty })
  const kept = new Map<string, SubmissionOutcome>()
  for (const item of await again.must('records.list', {})) {
    const record = await again.must('records.open', { id: item.id })
    if (record.kind === 'receipt') kept.set(record.submissionId, record.outcome)
  }
  const log = await again.must('activity.verify', {})
  if (log.state !== 'intact')
    tally.violations.push(`the activity log: ${JSON.stringify(log.problems)}`)
  await again.core.close()
  for (const { label, submissionId, shown } of sent) {
    const times = executed.get(label) ?? 0
    const lie = lieIn(shown, times)
    if (lie !== '') tally.violations.push(`${label}: ${lie}`)
    const after = kept.get(submissionId) ?? 'nothing'
    if (after !== shown)
      tally.violations.push(`${label}: shown as ${shown}, after a restart as ${after}`)
    tally.submissions += 1
    tally.executed += times
    tally.outcomes[shown] = (tally.outcomes[shown] ?? 0) + 1
  }
}

/** Sends `count` submissions through faults, from `lanes` programs at once. */
export const tortureByFaults = async (
  folder: string,
  seed: number,
  count: number,
  lanes: number,
): Promise<Tally> => {
  const tally = emptyTally()
  let number = Math.floor(createRandom(seed)() * 10_000)
  const last = number + count
  const next = (): number | null => {
    if (number >= last) return null
    number += 1
    return number
  }
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      runLane(path.join(folder, `lane-${lane}`), createRandom(seed + lane), next, tally),
    ),
  )
  return tally
}
