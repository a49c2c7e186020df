import type {
  ListFile,
  ListMapping,
  ListOptions,
  ListRow,
  ListRowState,
  ListState,
  ListView,
} from '#shared/lists/list.ts'
import type { EnvironmentKind } from '#shared/settings/environment.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import { outcomeMeanings } from '#shared/receipt/words.ts'
import { count, plural } from '../../../lib/format.ts'

/** States of a row in words and colour; red only where something is left to do. */
export const rowStateLooks = {
  ready: { label: 'Ready', colour: 'neutral', icon: 'i-lucide-circle-dashed' },
  unusual: { label: 'Unusual', colour: 'warning', icon: 'i-lucide-triangle-alert' },
  invalid: { label: 'To mend', colour: 'warning', icon: 'i-lucide-pencil-line' },
  skipped: { label: 'Left out', colour: 'neutral', icon: 'i-lucide-circle-slash' },
  sending: { label: 'Being sent', colour: 'info', icon: 'i-lucide-loader' },
  accepted: {
    label: outcomeMeanings.accepted.label,
    colour: 'success',
    icon: 'i-lucide-circle-check',
  },
  declined: { label: outcomeMeanings.declined.label, colour: 'warning', icon: 'i-lucide-circle-x' },
  rejected: {
    label: outcomeMeanings.rejected.label,
    colour: 'warning',
    icon: 'i-lucide-octagon-x',
  },
  // Counted together with those that a person settled as not gone through.
  notSent: { label: 'Did not go through', colour: 'neutral', icon: 'i-lucide-circle-off' },
  inDoubt: { label: outcomeMeanings.inDoubt.label, colour: 'error', icon: 'i-lucide-circle-help' },
} as const satisfies Record<ListRowState, { label: string; colour: string; icon: string }>

/** What became of one row; one that a person settled says so. */
export const rowStateLabel = ({ state, settled }: ListRow): string =>
  settled
    ? settledLabel({ wentThrough: state === 'accepted' })
    : state === 'notSent'
      ? outcomeMeanings.notSent.label
      : rowStateLooks[state].label

/** In the order in which a person works through them. */
export const rowStates = [
  'ready',
  'unusual',
  'invalid',
  'skipped',
  'sending',
  'accepted',
  'declined',
  'rejected',
  'notSent',
  'inDoubt',
] as const satisfies readonly ListRowState[]

export const listStateLooks = {
  mapping: { label: 'Columns to confirm', colour: 'neutral' },
  checked: { label: 'Checked, nothing sent', colour: 'neutral' },
  running: { label: 'Being sent', colour: 'info' },
  paused: { label: 'Paused', colour: 'warning' },
  done: { label: 'Done', colour: 'success' },
} as const satisfies Record<ListState, { label: string; colour: string }>

/** Rows that have an outcome of sending. */
export const answered = ({ counts }: ListView): number =>
  counts.accepted + counts.declined + counts.rejected + counts.notSent + counts.inDoubt

/** Rows that go without a further word, and unusual ones where it was said that they go too. */
const waiting = ({ counts }: ListView, { sendsUnusual }: ListOptions): number =>
  counts.ready + (sendsUnusual ? counts.unusual : 0)

/** Rows that are sent, will be sent, or were. */
export const sendable = (view: ListView): number =>
  answered(view) + waiting(view, view.options) + view.counts.sending

/** Rows that a start sends: those that wait for a reason go along when there is one. */
export const rowsToSend = (view: ListView, options: ListOptions): number =>
  waiting(view, options) + (options.overrideReason.trim() === '' ? 0 : view.needReason)

/** Rows that are not sent at all, in words; `leftOut` of them must not be. Empty for none. */
export const unsentWords = (
  { counts }: ListView,
  { sendsUnusual }: ListOptions,
  leftOut: number,
): string => {
  const parts = [
    counts.invalid > 0 ? `${plural(counts.invalid, 'row')} to mend` : '',
    !sendsUnusual && counts.unusual > 0 ? plural(counts.unusual, 'unusual row') : '',
    leftOut > 0 ? `${plural(leftOut, 'row')} left out` : '',
  ].filter(Boolean)
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Rows that may be run again; those in doubt never are. */
export const failedRows = ({ counts }: ListView): number =>
  counts.declined + counts.rejected + counts.notSent

/** 0–1; 1 for a list with nothing to send. */
export const shareDone = (view: ListView): number => {
  const all = sendable(view)
  return all === 0 ? 1 : answered(view) / all
}

/** Whether rows were given out for sending before: the list has more than a dry run behind it. */
export const hasBegun = (view: ListView): boolean => view.startedAt !== null

const withoutStop = (sentence: string): string => sentence.replace(/[.\s]+$/, '')
/** Only an article is written small: a sentence may begin with a name. */
const asContinuation = (sentence: string): string =>
  /^(The|It|A|An|There|This) /.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence

/** Rows of a further run that are still to be sent. */
export const waitsForFurtherRun = (view: ListView): boolean =>
  view.attempt > 1 && view.why === '' && waiting(view, view.options) > 0

/** Why a list stands still: its own reason, that failed rows wait for their next run, or that somebody paused it. */
export const pausedWords = (view: ListView): string => {
  if (view.why !== '') return `Paused: ${asContinuation(withoutStop(view.why))}.`
  if (!waitsForFurtherRun(view)) return 'Paused.'
  return `${plural(waiting(view, view.options), 'row')} to run again.`
}

/** `4,312 of 10,000 have an outcome.` */
export const outcomeWords = (view: ListView): string =>
  `${count(answered(view))} of ${plural(sendable(view), 'row')} ${answered(view) === 1 ? 'has' : 'have'} an outcome.`

const withOutcome = ['accepted', 'declined', 'rejected', 'notSent', 'inDoubt'] as const

/** `9,700 accepted · 60 declined · 3 in doubt`: what came of rows; those that have no outcome are left out. */
export const countedOutcomes = (counts: ListView['counts']): string =>
  withOutcome
    .filter((state) => counts[state] > 0)
    .map((state) => `${count(counts[state])} ${rowStateLooks[state].label.toLowerCase()}`)
    .join(' · ')

/** What had come of a list before its failed rows were run again; empty in its first run. */
export const beforeWords = ({ before, attempt }: ListView): string =>
  before === null ? '' : `Before run ${attempt}: ${countedOutcomes(before)}.`

/** Where a list goes, as a person says it. */
export const placeName = (environment: {
  readonly name: string
  readonly kind: EnvironmentKind
}): string => (environment.kind === 'training' ? 'Training' : environment.name)

/** What sending changes, by kind of environment. */
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
}

export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'Comma  ,',
  ';': 'Semicolon  ;',
  '\t': 'Tab',
  '|': 'Bar  |',
}

/** What a column can hold, in the order of the request; the first four are needed. */
export const mappingFields = [
  { key: 'participantId', label: 'ParticipantId', needed: true },
  { key: 'firstName', label: 'First name', needed: true },
  { key: 'lastName', label: 'Last name', needed: true },
  { key: 'planId', label: 'PlanId', needed: true },
  { key: 'planType', label: 'PlanType', needed: false },
  { key: 'reason', label: 'Reason', needed: false },
] as const satisfies readonly { key: keyof ListMapping; label: string; needed: boolean }[]
