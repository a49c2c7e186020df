import { hash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { lawOf, limitsWords } from '#shared/law/law-of.ts'
import type { ReportRequest, ReportSource } from '#shared/report/channels.ts'
import type { ReportPart } from '#shared/report/report-parts.ts'
import type { HandedOver } from '#shared/report/handed-over.ts'
import { reportPageSchema } from '#shared/report/page-model.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { forecastIn } from '#shared/records/record.ts'
import type { KeptReport } from '#shared/records/kept-report.ts'
import { enrolledOf } from '#shared/receipt/enrolled.ts'
import { lastMade, type SavedForecast } from '#shared/records/saved.ts'
import { areNamesakes, resultsThereOf, sameWhom } from '#shared/records/same-whom.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import { saysTheSame } from '#shared/strategy/changes/savings-from-today.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { isoNow } from '#shared/moments.ts'
import type { Note } from '../platform/note.ts'
import type { Environments } from '../environments/environments.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { askPdfWorker } from './receipt/ask-for-pdf.ts'
import { scenarioName, type ReportInput } from './facts.ts'
import { createLogoStore } from './logo.ts'

interface ReportNeeds extends Pick<CoreParts, 'files' | 'clock' | 'logger' | 'firmLaw'> {
  readonly savedRecords: Pick<SavedRecords, 'open' | 'list' | 'save'>
  readonly environments: Pick<Environments, 'list'>
  readonly settings: Pick<SettingsStore, 'get'>
  readonly log: Note
  readonly appVersion: string
}

/** How many forecasts of one person to search for inputs, and how many receipts to search for what still applies. */
const mostSearched = 40
/** Maximum number of receipts in a report. */
const mostReceipts = 10

const drawnSchema = z.strictObject({
  pages: z.array(reportPageSchema),
  missing: z.array(z.custom<ReportPart>()),
  /** The file; empty if only the pages were requested. */
  bytes: z.instanceof(Uint8Array),
})
export type DrawnReport = z.infer<typeof drawnSchema>

const isPlan = ({ inputs, claim }: SavedForecast) =>
  claim !== undefined || Object.values(inputs).some((value) => value !== undefined)

const openForecast = async (
  { savedRecords }: ReportNeeds,
  id: string,
): Promise<Result<SavedForecast>> => {
  const record = await savedRecords.open(id)
  if (!record.ok) return record
  const { value } = record
  if (value.kind !== 'forecast' && value.kind !== 'forecastCurrent')
    return fail({ code: 'report.notForecast', message: 'This saved result is no forecast.' })
  if (value.subject.among !== undefined)
    return fail({
      code: 'report.several',
      message: 'This forecast is of a file with several participants.',
    })
  return ok(value)
}

/**
 * The units of the amounts, and whose setting gives them. This is the environment's current setting
 * or, if the environment was removed, its setting at the time of the forecast.
 */
const readAsOf = ({ environments }: ReportNeeds, saved: SavedForecast | null) => {
  const now = environments
    .list()
    .find((each) => saved !== null && isSamePlace(saved.environment, each))
  const source = now?.name ?? `${saved?.environment.name ?? ''} when this was made`
  return { readAs: (now ?? saved)?.readAs ?? usualReadAs, source }
}

/** The person's submissions that still apply, whenever they were sent. */
const receiptsOf = async (
  { savedRecords }: ReportNeeds,
  first: SavedForecast,
): Promise<ReportInput['receipts']> => {
  const items = await savedRecords.list()
  const theirs = items.ok
    ? resultsThereOf(first, items.value)
        .filter(({ kind }) => kind === 'receipt')
        .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
    : []
  const receipts: Receipt[] = []
  for (const { id } of theirs.slice(0, mostSearched)) {
    const record = await savedRecords.open(id)
    if (record.ok && record.value.kind === 'receipt') receipts.push(record.value)
  }
  const { standing, ended } = enrolledOf(receipts)
  return {
    standing: standing.slice(0, mostReceipts),
    more: Math.max(0, standing.length - mostReceipts),
    ended,
  }
}

/** The newest accepted submission, if it was sent from the report's main forecast or after it. */
const sentSince = async (
  { savedRecords }: ReportNeeds,
  { standing }: ReportInput['receipts'],
  main: SavedForecast,
): Promise<ReportInput['sent']> => {
  const receipt = standing.find(({ outcome }) => outcome === 'accepted')
  if (receipt === undefined) return null
  const { sentAt, recommended } = receipt
  if (sentAt < main.savedAt && recommended?.forecastId !== main.id) return null
  const record = recommended === null ? null : await savedRecords.open(recommended.forecastId)
  const reviewed = record?.ok ? forecastIn(record.value) : null
  return reviewed === null || sameWhom(reviewed, main) ? { receipt, reviewed } : null
}

/**
 * The warning that the report is about a submission made from a forecast other than the chosen one.
 */
const sentFromAnother = (sent: ReportInput['sent'], chosen: SavedForecast) =>
  sent !== null &&
  sent.reviewed !== null &&
  sent.reviewed.id !== chosen.id &&
  `The report is about what was sent since, from another forecast: ${scenarioName(sent.reviewed) || 'the one without any change'}.`

const warningsOf = (
  today: SavedForecast | null,
  all: readonly SavedForecast[],
  sentWarning: string | false,
) => {
  if (today === null)
    return [
      'No forecast without changes is kept for this participant, so the report leaves out today. Run one with nothing changed.',
    ]
  return [
    sentWarning,
    isPlan(today) &&
      'The forecast used for today was run with changes, so the report’s “today” may be wrong.',
    all.some(({ profile }) => !saysTheSame(today.profile, profile)) &&
      'The participant’s file changed between the forecasts. Run today’s again.',
  ].filter((warning) => warning !== false)
}

/**
 * The request's forecasts by id, each opened once. There is at least one, and all of them certainly
 * belong to the same person.
 */
const openAll = async (needs: ReportNeeds, { todayId, planId, comparedIds }: ReportRequest) => {
  const opened = new Map<string | null, SavedForecast>()
  for (const id of [todayId, planId, ...comparedIds]) {
    if (id === null || opened.has(id)) continue
    const saved = await openForecast(needs, id)
    if (!saved.ok) return saved
    opened.set(id, saved.value)
  }
  const all = [...opened.values()]
  const [first] = all
  if (first === undefined)
    return fail({ code: 'report.notForecast', message: 'No forecast was chosen for the report.' })
  const items = await needs.savedRecords.list()
  const known = [...all, ...(items.ok ? items.value : [])]
  const theirs = resultsThereOf(first, known)
  if (all.some((each) => each !== first && !theirs.includes(each)))
    return fail({
      code: 'report.otherPerson',
      message: 'The forecasts are of different people, or come from different services.',
    })
  return ok({ opened, first })
}

const limitsOn = (moment: string, { firmLaw }: ReportNeeds) => {
  const law = lawOf('contributionLimits', new Date(moment).getFullYear(), firmLaw)
  return `${limitsWords(law)} (${law.figures.electiveDeferral.source})`
}

const gather = async (
  needs: ReportNeeds,
  logos: Pick<ReturnType<typeof createLogoStore>, 'get'>,
  request: ReportRequest,
) => {
  const found = await openAll(needs, request)
  if (!found.ok) return found
  const { opened, first } = found.value
  const all = [...opened.values()]
  const [today = null, plan = null] = [opened.get(request.todayId), opened.get(request.planId)]
  const compared = all.filter((saved) => saved !== today && saved !== plan)
  const { report, advisor, headlinePercentile, cautiousPercentile, onTrackShare } =
    needs.settings.get()
  const [todays, plans] = [readAsOf(needs, today), readAsOf(needs, plan)]
  const receipts = await receiptsOf(needs, first)
  const chosen = plan ?? first
  const sent = await sentSince(needs, receipts, chosen)
  const input: ReportInput = {
    ...request,
    today,
    plan,
    compared: compared.map((saved) => ({ saved, readAs: readAsOf(needs, saved).readAs })),
    readAs: {
      today: todays.readAs,
      plan: (plan === null ? todays : plans).readAs,
      source: (plan === null ? todays : plans).source,
    },
    receipts,
    sent,
    choice: { poor: cautiousPercentile, average: headlinePercentile },
    shareOfPay: onTrackShare,
    limits: limitsOn(chosen.savedAt, needs),
    advisor,
    firmName: report.firmName,
    disclosure: report.disclosure,
    logo: await logos.get(),
    madeAt: isoNow(needs.clock),
  }
  return ok({
    input,
    main: chosen,
    warnings: warningsOf(today, all, sentFromAnother(sent, chosen)),
  })
}

const drawn = ({ logger }: ReportNeeds, input: ReportInput, asFile: boolean) =>
  askPdfWorker(logger, { input, asFile }, drawnSchema, 'Laying out its pages', {
    code: 'report.notMade',
    message: 'Its pages could not be laid out.',
  })

/**
 * Says which results are left out. `unclear` counts the results that match both this person and
 * somebody else.
 */
const notOfferedWords = (others: number, unclear: number, participantId: string) => {
  const count = others + unclear
  if (count === 0) return ''
  const what = count === 1 ? '1 result' : `${count} results`
  const whose = unclear === 0 ? 'another person' : 'a person who may be another'
  const alike = participantId.trim() === '' ? 'name' : 'id'
  return `${what} of ${whose} with the same ${alike} ${count === 1 ? 'is' : 'are'} not offered. If the date of birth or the last name in the file was corrected, run the forecast again.`
}

const sourcesOf = async (needs: ReportNeeds, forecastId: string) => {
  const chosen = await openForecast(needs, forecastId)
  if (!chosen.ok) return chosen
  const items = await needs.savedRecords.list()
  if (!items.ok) return items
  const forecasts = items.value.filter(
    ({ kind, subject }) =>
      (kind === 'forecast' || kind === 'forecastCurrent') && subject.among === undefined,
  )
  const theirs = resultsThereOf(chosen.value, items.value)
  const ids = forecasts.filter((item) => theirs.includes(item)).map(({ id }) => id)
  const ofOthers = forecasts.filter((item) => areNamesakes(item, chosen.value)).length
  const unclear = forecasts.filter(
    (item) => sameWhom(item, chosen.value) && !theirs.includes(item) && item.id !== forecastId,
  ).length
  const found: { todays: ReportSource[]; plans: ReportSource[] } = { todays: [], plans: [] }
  for (const id of new Set([...ids.slice(0, mostSearched), forecastId])) {
    const saved = id === forecastId ? chosen : await openForecast(needs, id)
    // One damaged file must not hide the others.
    if (!saved.ok) continue
    const { runs, scenario } = saved.value
    const source = {
      id,
      madeAt: lastMade(saved.value),
      ...(runs !== undefined && { runs }),
      name: scenarioName(saved.value),
      hasNote: (scenario?.note ?? '') !== '',
    }
    found[isPlan(saved.value) ? 'plans' : 'todays'].push(source)
  }
  const { name: participant, participantId } = chosen.value.subject
  return ok({
    participant,
    ...found,
    notOffered: notOfferedWords(ofOthers, unclear, participantId),
  })
}

interface MadeReport {
  /** The forecast that the report is about. */
  readonly main: SavedForecast
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** How many finished files are held. */
const mostHeld = 3

export const createReports = (needs: ReportNeeds) => {
  const logo = createLogoStore(needs)
  /** The last files that were made, until the page says that they were handed over. */
  const held = new Map<string, MadeReport>()
  return {
    logo,
    /**
     * Forecasts of the same participant from the same environment and address, newest first. Fails with `records.*` and
     * `report.*`.
     */
    sources: (forecastId: string) => sourcesOf(needs, forecastId),
    preview: async (request: ReportRequest) => {
      const gathered = await gather(needs, logo, request)
      if (!gathered.ok) return gathered
      const { input, warnings } = gathered.value
      const made = await drawn(needs, input, false)
      if (!made.ok) return made
      const { pages, missing } = made.value
      return ok({ pages, logo: input.logo, warnings, missing })
    },
    /** The same pages as a file, noted in the activity log as a prepared export. Fails as the preview does. */
    pdf: async (request: ReportRequest) => {
      const gathered = await gather(needs, logo, request)
      if (!gathered.ok) return gathered
      const { input, main } = gathered.value
      const made = await drawn(needs, input, true)
      const { id, environment, subject } = main
      const about = { id, environmentId: environment.id, participantId: subject.participantId }
      needs.log.record({ action: 'export', outcome: made.ok ? 'prepared' : 'failed', ...about })
      if (!made.ok) return made
      const words = ['Retirement report', subject.name, input.madeAt.slice(0, 10)].filter(Boolean)
      const fileName = `${words.join(' ')}.pdf`
      const bytes = Uint8Array.from(made.value.bytes)
      const madeId = randomUUID()
      held.set(madeId, { main, fileName, bytes })
      for (const old of [...held.keys()].slice(0, -mostHeld)) held.delete(old)
      return ok({ fileName, bytes, madeId })
    },
    /** Saves a made file as it was handed over. Fails with `report.notMade` if it is no longer held. */
    keep: async (madeId: string, handedOver: HandedOver) => {
      const found = held.get(madeId)
      if (found === undefined)
        return fail({ code: 'report.notMade', message: 'This report was made too long ago.' })
      const { main, fileName, bytes } = found
      const { environment, subject } = main
      const report: KeptReport = {
        ...{ id: randomUUID(), savedAt: isoNow(needs.clock), environment, subject },
        ...{ appVersion: needs.appVersion, kind: 'report', forecastId: main.id },
        ...{ fileName, bytes, sha256: hash('sha256', bytes), handedOver },
      }
      return needs.savedRecords.save(report, '')
    },
  }
}

export type Reports = ReturnType<typeof createReports>
