import {
  listRowStateSchema,
  type ListFile,
  type ListMapping,
  type ListOptions,
  type ListRow,
  type ListRowState,
  type ListState,
  type ListView,
} from '#shared/lists/list.ts'
import { submissionOutcomeSchema } from '#shared/records/receipt.ts'
import { joined } from '#shared/express/field.ts'
import type { EnvironmentKind } from '#shared/environments/environment.ts'
import { mootStandingSchema, standingLabels } from '#shared/receipt/standing.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import { count, plural } from '../../lib/format.ts'
import { outcomeLooks } from '../../ui/outcome-looks.ts'

/** Label and color of each row state; red only if something is left to do. */
export const rowStateLooks = {
  ready: { label: 'Ready', colour: 'neutral', icon: 'i-lucide-circle-dashed' },
  unusual: { label: 'Unusual', colour: 'warning', icon: 'i-lucide-triangle-alert' },
  invalid: { label: 'To fix', colour: 'warning', icon: 'i-lucide-pencil-line' },
  skipped: { label: 'Left out', colour: 'neutral', icon: 'i-lucide-circle-slash' },
  sending: { label: 'Being sent', colour: 'info', icon: 'i-lucide-loader' },
  ...outcomeLooks,
  alreadyOut: {
    label: standingLabels.alreadyOut,
    colour: 'neutral',
    icon: 'i-lucide-circle-check-big',
  },
  notEnrolled: {
    label: standingLabels.notEnrolled,
    colour: 'neutral',
    icon: 'i-lucide-user-round-x',
  },
  // Also counts rows that a person settled as not successful.
  notSent: { ...outcomeLooks.notSent, label: 'Did not go through' },
} as const satisfies Record<ListRowState, { label: string; colour: string; icon: string }>

export const rowStateLabel = ({ state, settled }: ListRow): string =>
  settled
    ? settledLabel({ wentThrough: state === 'accepted' })
    : state === 'notSent'
      ? outcomeLooks.notSent.label
      : rowStateLooks[state].label

const withOutcome = [...submissionOutcomeSchema.options, ...mootStandingSchema.options]

/** The row states, in the order in which people work through them. */
export const rowStates = listRowStateSchema.options

export const listStateLooks = {
  mapping: { label: 'Columns to confirm', colour: 'neutral' },
  checked: { label: 'Checked, nothing sent', colour: 'neutral' },
  running: { label: 'Being sent', colour: 'info' },
  paused: { label: 'Paused', colour: 'warning' },
  done: { label: 'Done', colour: 'success' },
} as const satisfies Record<ListState, { label: string; colour: string }>

export const answered = ({ counts }: ListView): number =>
  withOutcome.reduce((sum, state) => sum + counts[state], 0)

/** The number of rows ready to send, including unusual rows if they were confirmed. */
const waiting = ({ counts }: ListView, { sendsUnusual }: ListOptions) =>
  counts.ready + (sendsUnusual ? counts.unusual : 0)

/** The number of rows that were sent, are being sent, or will be sent. */
export const sendable = (view: ListView): number =>
  answered(view) + waiting(view, view.options) + view.counts.sending

/**
 * The number of rows that would be sent on start. Rows sent earlier are included only if a reason
 * is given.
 */
export const rowsToSend = (view: ListView, options: ListOptions): number =>
  waiting(view, options) + (options.overrideReason.trim() === '' ? 0 : view.needReason)

/** The rows that are not sent, in words; `leftOut` counts those skipped on purpose. Empty if there are none. */
export const unsentWords = (
  { counts }: ListView,
  { sendsUnusual }: ListOptions,
  leftOut: number,
): string =>
  joined(
    [
      counts.invalid > 0 ? `${plural(counts.invalid, 'row')} to fix` : '',
      !sendsUnusual && counts.unusual > 0 ? plural(counts.unusual, 'unusual row') : '',
      leftOut > 0 ? `${plural(leftOut, 'row')} left out` : '',
    ].filter(Boolean),
  )

/** The number of rows that may be sent again; rows in doubt are never counted. */
export const failedRows = ({ counts }: ListView): number =>
  counts.declined + counts.rejected + counts.notSent

/** The finished share, from 0 to 1; 1 if there is nothing to send. */
export const shareDone = (view: ListView): number => {
  const all = sendable(view)
  return all === 0 ? 1 : answered(view) / all
}

const withoutStop = (sentence: string) => sentence.replace(/[.\s]+$/, '')
/** Lowercases a leading article only, because a sentence may begin with a name. */
const asContinuation = (sentence: string) =>
  /^(The|It|A|An|There|This) /.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence

export const waitsForFurtherRun = (view: ListView): boolean =>
  view.attempt > 1 && view.why === '' && waiting(view, view.options) > 0

/**
 * Says why a list is paused: the reason that main gives, failed rows waiting for the next run, or a
 * person's request.
 */
export const pausedWords = (view: ListView): string => {
  if (view.why !== '') return `Paused: ${asContinuation(withoutStop(view.why))}.`
  if (!waitsForFurtherRun(view)) return 'Paused.'
  return `${plural(waiting(view, view.options), 'row')} to run again.`
}

/** `4,312 of 10,000 have an outcome.` */
export const outcomeWords = (view: ListView): string =>
  `${count(answered(view))} of ${plural(sendable(view), 'row')} ${answered(view) === 1 ? 'has' : 'have'} an outcome.`

/** `9,700 accepted`, `60 declined`, `3 in doubt`: only states that occur are listed. */
export const countedStates = (
  counts: ListView['counts'],
  states: readonly ListRowState[] = rowStates,
): readonly string[] =>
  states
    .filter((state) => counts[state] > 0)
    .map((state) => `${count(counts[state])} ${rowStateLooks[state].label.toLowerCase()}`)

/** `9,700 accepted · 60 declined · 3 in doubt`, without rows that have no outcome. */
export const countedOutcomes = (counts: ListView['counts']): string =>
  countedStates(counts, withOutcome).join(' · ')

/** A list's outcome before its failed rows were sent again; empty in the first run. */
export const beforeWords = ({ before, attempt }: ListView): string =>
  before === null ? '' : `Before run ${attempt}: ${countedOutcomes(before)}.`

/** The name of the environment that a list is sent to; empty if not yet known. */
export const placeName = ({ environment }: ListView): string =>
  environment?.kind === 'training' ? 'Training' : (environment?.name ?? '')

export const consequence = {
  training: 'Nobody’s savings change: the training service only pretends.',
  uat: 'A test environment: no real savings change.',
  production: 'This changes real people’s retirement savings.',
} as const satisfies Record<EnvironmentKind, string>

export const encodingNames: Record<ListFile['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252 (Western Europe)',
  cp850: 'DOS, code page 850',
  cp437: 'DOS, code page 437',
  macroman: 'Mac Roman',
}

export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'Comma  ,',
  ';': 'Semicolon  ;',
  '\t': 'Tab',
  '|': 'Bar  |',
}

/** What a column can hold, in the order of the request; the first four are required. */
export const mappingFields = [
  { key: 'participantId', label: 'ParticipantId', needed: true },
  { key: 'firstName', label: 'First name', needed: true },
  { key: 'lastName', label: 'Last name', needed: true },
  { key: 'planId', label: 'PlanId', needed: true },
  { key: 'planType', label: 'PlanType', needed: false },
  { key: 'reason', label: 'Reason', needed: false },
] as const satisfies readonly { key: keyof ListMapping; label: string; needed: boolean }[]
