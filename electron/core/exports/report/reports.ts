import { z } from 'zod'
import { takesInputs } from '#shared/express/operations.ts'
import type { ReportRequest, ReportSource } from '#shared/report/channels.ts'
import type { ReportPart } from '#shared/report/report-parts.ts'
import { reportPageSchema, type ReportPage } from '#shared/report/page-model.ts'
import type { Logo } from '#shared/report/report-settings.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { sameWhom } from '#shared/records/same-whom.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isSamePlace } from '#shared/settings/same-place.ts'
import { saysTheSame } from '#shared/strategy/savings-from-today.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { isoNow } from '#shared/moments.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { Environments } from '../../environments/environments.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import { askThread, ThreadTooSlow } from '../pdf/ask-thread.ts'
import { readFonts } from '../pdf/fonts.ts'
import type { Clock, Files, Logger } from '../../ports.ts'
import type { SettingsStore } from '../../environments/settings/settings-store.ts'
import type { DrawnReport, ReportWork } from './draw-report.ts'
import { scenarioName, type ReportInput } from './facts.ts'
import { createLogoStore, type LogoStore } from './logo-store.ts'

/** Reports for clients, made from saved forecasts. */
export interface Reports {
  /** Forecasts of the same participant from the same place, newest first. Fails with `records.*` and `report.*`. */
  sources(
    forecastId: string,
  ): Promise<Result<{ participant: string; todays: ReportSource[]; plans: ReportSource[] }>>
  /** The pages as printed. Fails with `records.*` and `report.*`. */
  preview(
    request: ReportRequest,
  ): Promise<
    Result<{ pages: ReportPage[]; logo: Logo | null; warnings: string[]; missing: ReportPart[] }>
  >
  /** The same pages as a file, noted in the activity log as a prepared export. Fails as {@link preview} does. */
  pdf(request: ReportRequest): Promise<Result<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }>>
  readonly logo: LogoStore
}

interface ReportNeeds {
  readonly savedRecords: Pick<SavedRecords, 'open' | 'list'>
  readonly environments: Pick<Environments, 'list'>
  readonly settings: Pick<SettingsStore, 'get'>
  readonly files: Files
  readonly log: Pick<ActivityLog, 'record'>
  readonly clock: Clock
  readonly logger: Logger
}

const isSource = import.meta.url.endsWith('.ts')
const workerUrl = new URL(
  isSource ? './client-report-worker.ts' : './client-report-worker.js',
  import.meta.url,
)

/** Most forecasts of one person to search for their inputs. */
const mostSources = 40
/** Most receipts of one person to search for accepted lines. */
const mostReceipts = 40

const pagesSchema = z.strictObject({
  pages: z.array(reportPageSchema),
  missing: z.array(z.custom<ReportPart>()),
  bytes: z.instanceof(Uint8Array),
})

const isPlan = ({ inputs, claim }: SavedForecast): boolean =>
  claim !== undefined || Object.values(inputs).some((value) => value !== undefined)

/** A receipt for clients: carried out, or settled so; one in doubt is named as that. */
const counts = (receipt: Receipt): boolean =>
  receipt.outcome === 'accepted' ||
  receipt.outcome === 'inDoubt' ||
  settledOf(receipt)?.wentThrough === true

export const createReports = (needs: ReportNeeds): Reports => {
  const { savedRecords, environments, settings, files, logger } = needs
  const logos = createLogoStore({ files, logger })

  const openForecast = async (id: string): Promise<Result<SavedForecast>> => {
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

  const optional = async (id: string | null): Promise<Result<SavedForecast | null>> =>
    id === null ? ok(null) : openForecast(id)

  const readAsOf = (saved: SavedForecast | null) => {
    const now =
      saved === null
        ? undefined
        : environments.list().find((each) => isSamePlace(saved.environment, each))
    return {
      readAs: now === undefined ? (saved?.readAs ?? usualReadAs) : (now.readAs ?? usualReadAs),
      source: now === undefined ? `${saved?.environment.name ?? ''} when this was made` : now.name,
    }
  }

  const receiptsSince = async (first: SavedForecast): Promise<readonly Receipt[]> => {
    const items = await savedRecords.list()
    if (!items.ok) return []
    const theirs = items.value
      .filter(
        (item) => item.kind === 'receipt' && item.savedAt >= first.savedAt && sameWhom(item, first),
      )
      .slice(0, mostReceipts)
    const receipts: Receipt[] = []
    for (const { id } of theirs) {
      const record = await savedRecords.open(id)
      if (
        record.ok &&
        record.value.kind === 'receipt' &&
        takesInputs(record.value.operation) &&
        counts(record.value)
      )
        receipts.push(record.value)
    }
    return receipts.toReversed()
  }

  const warningsOf = (today: SavedForecast | null, others: readonly SavedForecast[]): string[] => [
    ...(today === null
      ? [
          'No forecast without changes is kept for this participant, so the report leaves out today. Run one with nothing changed.',
        ]
      : []),
    ...(today !== null && isPlan(today)
      ? ['The forecast used for today was run with changes, so the report’s “today” may be wrong.']
      : []),
    ...(today !== null && others.some(({ profile }) => !saysTheSame(today.profile, profile))
      ? ['The participant’s file changed between the forecasts. Run today’s again.']
      : []),
  ]

  const gather = async (
    request: ReportRequest,
  ): Promise<Result<{ input: ReportInput; warnings: string[] }>> => {
    const today = await optional(request.todayId)
    if (!today.ok) return today
    const plan = await optional(request.planId)
    if (!plan.ok) return plan
    const compared: SavedForecast[] = []
    for (const id of new Set(request.comparedIds)) {
      if (id === request.planId || id === request.todayId) continue
      const scenario = await openForecast(id)
      if (!scenario.ok) return scenario
      compared.push(scenario.value)
    }
    const others = [...(plan.value === null ? [] : [plan.value]), ...compared]
    const first = today.value ?? others[0] ?? null
    if (first === null)
      return fail({ code: 'report.notForecast', message: 'No forecast was chosen for the report.' })
    if (others.some((each) => !sameWhom(first, each))) {
      return fail({
        code: 'report.otherPerson',
        message: 'The forecasts are of different people, or come from different services.',
      })
    }
    const { report, headlinePercentile, cautiousPercentile, onTrackShare } = settings.get()
    const [todays, plans] = [readAsOf(today.value), readAsOf(plan.value)]
    const input: ReportInput = {
      today: today.value,
      plan: plan.value,
      compared: compared.map((saved) => ({ saved, readAs: readAsOf(saved).readAs })),
      readAs: {
        today: todays.readAs,
        plan: plans.readAs,
        source: (plan.value === null ? todays : plans).source,
      },
      receipts: await receiptsSince(first),
      needMonth: request.needMonth,
      parts: request.parts,
      paper: request.paper,
      masked: request.masked,
      withNote: request.withNote === true,
      choice: { cautious: cautiousPercentile, typical: headlinePercentile },
      shareOfSalary: onTrackShare,
      firmName: report.firmName,
      disclosure: report.disclosure,
      logo: await logos.get(),
      madeAt: isoNow(needs.clock),
    }
    return ok({ input, warnings: warningsOf(today.value, others) })
  }

  const drawn = async (input: ReportInput, asFile: boolean): Promise<Result<DrawnReport>> => {
    try {
      const work: ReportWork = { input, fonts: await readFonts(), asFile }
      return ok(pagesSchema.parse(await askThread(workerUrl, work)))
    } catch (cause) {
      logger.error('making a report failed', cause)
      return fail({
        code: 'report.notMade',
        message:
          cause instanceof ThreadTooSlow
            ? 'Laying out its pages took longer than two minutes, so it was stopped.'
            : 'Its pages could not be laid out.',
      })
    }
  }

  const nameOf = ({ input }: { readonly input: ReportInput }): string => {
    const name = (input.plan ?? input.today ?? input.compared[0]?.saved)?.subject.name ?? ''
    return `${['Retirement report', ...(name === '' ? [] : [name]), input.madeAt.slice(0, 10)].join(' ')}.pdf`
  }

  return {
    logo: logos,

    sources: async (forecastId) => {
      const chosen = await openForecast(forecastId)
      if (!chosen.ok) return chosen
      const items = await savedRecords.list()
      if (!items.ok) return items
      const ids = items.value
        .filter(
          (item) =>
            (item.kind === 'forecast' || item.kind === 'forecastCurrent') &&
            item.subject.among === undefined &&
            sameWhom(item, chosen.value),
        )
        .map(({ id }) => id)
      const found: { todays: ReportSource[]; plans: ReportSource[] } = { todays: [], plans: [] }
      for (const id of [...new Set([...ids.slice(0, mostSources), forecastId])]) {
        const saved = id === forecastId ? chosen : await openForecast(id)
        // One damaged file must not hide the others.
        if (!saved.ok) continue
        const { savedAt, scenario } = saved.value
        ;(isPlan(saved.value) ? found.plans : found.todays).push({
          id,
          savedAt,
          name: scenarioName(saved.value),
          hasNote: (scenario?.note ?? '') !== '',
        })
      }
      return ok({ participant: chosen.value.subject.name, ...found })
    },

    preview: async (request) => {
      const gathered = await gather(request)
      if (!gathered.ok) return gathered
      const { input, warnings } = gathered.value
      const made = await drawn(input, false)
      if (!made.ok) return made
      const { pages, missing } = made.value
      return ok({ pages: [...pages], logo: input.logo, warnings, missing: [...missing] })
    },

    pdf: async (request) => {
      const gathered = await gather(request)
      if (!gathered.ok) return gathered
      const { input } = gathered.value
      const made = await drawn(input, true)
      const main = input.plan ?? input.today ?? input.compared[0]?.saved ?? null
      needs.log.record({
        action: 'export',
        outcome: made.ok ? 'prepared' : 'failed',
        environmentId: main?.environment.id ?? '',
        participantId: main?.subject.participantId ?? '',
        ...(main === null ? {} : { id: main.id }),
      })
      return made.ok
        ? ok({ fileName: nameOf(gathered.value), bytes: Uint8Array.from(made.value.bytes) })
        : made
    },
  }
}
