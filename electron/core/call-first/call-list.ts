import type { EnvironmentStamp } from '#shared/environments/environment.ts'
import type { Settings } from '#shared/environments/settings.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import type {
  CallListFigures,
  CallListRow,
  CallListScope,
  CallListView,
} from '#shared/call-first/channels.ts'
import { doubtsOf } from '#shared/participant/doubts.ts'
import { personOf, type Subject } from '#shared/participant/subject.ts'
import type { createMarks } from '#shared/records/marks.ts'
import type { Whom } from '#shared/records/same-whom.ts'
import type { Result } from '#shared/result.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { callFigures, type SentPlan } from '#shared/strategy/statement/lists/call-list.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import type { SentPlans } from './sent-plans.ts'
import { isAt, type KeptForecasts, type EnvironmentPlace } from './kept-forecasts.ts'
import type { OpenedFile, CallListFile } from './call-list-files.ts'

export interface Row extends Omit<CallListRow, 'sendable' | 'figures'> {
  /** The participant's position in the files; `null` for an unreadable file. */
  readonly at: {
    readonly file: CallListFile
    readonly index: number
    readonly sha256: string
  } | null
  kept: SavedAnswer | null
  /** What was sent for the participant with the file as it is now; null if nothing was. */
  sent: SentPlan | 'unknown' | null
  readonly subject: Subject
  readonly planIds: readonly string[]
}

/** A call list in memory. It does not hold the answers, which are saved records. */
export interface CallList extends Omit<CallListView, 'environment' | 'rows'> {
  readonly rows: Row[]
  /** Size of the bytes that came from the page and are held only in memory. */
  heldBytes: number
  readonly known: KeptForecasts
  readonly sent: SentPlans
  readonly closing: AbortController
  /**
   * The environment and address in use when the problems in `rows` arose. The problems are cleared
   * when either changes.
   */
  place: EnvironmentPlace
}

export interface FigureContext {
  readonly environment: EnvironmentStamp
  readonly readAs: ReadAs | undefined
  readonly settings: Settings
}

export const addRows = (
  callList: CallList,
  fileName: string,
  opened: Result<OpenedFile>,
  now: Date,
): void => {
  callList.files += 1
  const add = (
    known: Pick<Row, 'dateOfBirth' | 'at' | 'problem' | 'subject' | 'planIds' | 'doubts'>,
  ) => {
    const row = callList.rows.length
    const { participantId, name } = known.subject
    const fresh = { kept: null, sent: null, running: false, lastTalk: null, marks: [] }
    callList.rows.push({ row, fileName, participantId, name, ...known, ...fresh })
  }
  if (!opened.ok) {
    const { error: problem } = opened
    return add({
      subject: personOf(null),
      planIds: [],
      dateOfBirth: '',
      doubts: [],
      at: null,
      problem,
    })
  }
  const { file, participants, digests } = opened.value
  for (const [index, profile] of participants.entries()) {
    const at = { file, index, sha256: digests[index] ?? '' }
    const { dateOfBirth } = profile
    const doubts = [...doubtsOf(profile, now)]
    const planIds = profile.accounts.map(({ planId }) => planId)
    add({ subject: personOf(profile), planIds, dateOfBirth, doubts, at, problem: null })
  }
}

const figuresOf = (
  kept: SavedAnswer,
  sent: Row['sent'],
  { environment, readAs = usualReadAs, settings }: FigureContext,
): CallListFigures => {
  const { headlinePercentile, cautiousPercentile, onTrackShare } = settings
  const rules = {
    choice: { poor: cautiousPercentile, average: headlinePercentile },
    shareOfPay: onTrackShare,
    unitsOf: () => ({ readAs, source: environment.name }),
  }
  const figures = callFigures(kept, rules, sent)
  return { recordId: kept.id, savedAt: kept.savedAt, ...figures }
}

const keptHere = ({ kept }: Pick<Row, 'kept'>, environment: EnvironmentPlace) =>
  kept !== null && isAt(kept.environment, environment) ? kept : null

export const rowView = (
  { at, kept, sent, subject: _whom, planIds: _plans, ...shown }: Row,
  context: FigureContext,
): CallListRow => {
  const here = keptHere({ kept }, context.environment)
  return { ...shown, sendable: at !== null, figures: here && figuresOf(here, sent, context) }
}

export const callListView = (callList: CallList, context: FigureContext): CallListView => {
  const { callListId, name, kind, files, leftOut, running, why, lastRun } = callList
  return {
    callListId,
    name,
    kind,
    files,
    leftOut,
    running,
    why,
    lastRun,
    environment: context.environment,
    rows: callList.rows.map((row) => rowView(row, context)),
  }
}

export const rowsFor = ({ rows, place }: CallList, scope: CallListScope): readonly Row[] => {
  const sendable = rows.filter(({ at }) => at !== null)
  if (scope === 'failed') return sendable.filter(({ problem }) => problem !== null)
  return scope === 'all' ? sendable : sendable.filter((row) => keptHere(row, place) === null)
}

export const takeOver = (
  callList: CallList,
  newest: ReadonlyMap<string, SavedAnswer>,
  lastTalk: (whom: Whom) => string | null,
  marksOf: ReturnType<typeof createMarks>,
): void => {
  for (const row of callList.rows) {
    row.kept = row.at === null ? null : (newest.get(row.at.sha256) ?? null)
    const whom = { subject: row.subject, fileSha256: row.at?.sha256, environment: callList.place }
    row.lastTalk = lastTalk(whom)
    row.marks = row.at === null ? [] : [...marksOf(whom, row.planIds)]
  }
}
