import { hash } from 'node:crypto'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import {
  asksOf,
  type SinceAnswers,
  type SinceStep,
  type SinceView,
} from '#shared/forecast/since.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { dayOf } from '#shared/moments.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { hasPart, otherChanges, type PutBackPart } from '#shared/participant/put-back.ts'
import { clientWith } from '#shared/records/clients.ts'
import { lastTwo } from '#shared/records/last-two.ts'
import { forecastIn } from '#shared/records/record.ts'
import { lastMade, type SavedForecast } from '#shared/records/saved.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { ratesWithin } from '#shared/savings/rates-within.ts'
import { rulesSaid, savingYear } from '#shared/savings/saving-year.ts'
import { ratesThen } from '#shared/strategy/asked-rates.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Inspector } from '../participant/inspector.ts'
import type { FileToSend, OpenFiles } from '../participant/whom.ts'
import type { Job } from '../platform/jobs.ts'
import type { Clock } from '../platform/ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Forecasts } from './forecasts.ts'

interface SinceNeeds {
  readonly clock: Clock
  readonly firmLaw?: FirmLaw | undefined
  readonly participants: OpenFiles
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open' | 'file'>
  readonly settings: Pick<SettingsStore, 'get'>
  readonly inspector: Pick<Inspector, 'readAgain' | 'putBack' | 'otherChanges'>
  readonly readMapping: () => ParticipantMapping
}

/** A forecast to ask for: the text to send, and the inputs beside it. */
interface Question {
  readonly text: string
  readonly inputs: ForecastInputs
}

interface Asked {
  readonly step: SinceStep
  readonly question: Question
}

type Facts = Pick<SinceView, 'split' | 'before' | 'after' | 'missed' | 'others'>

/** What is found, with the questions in order. */
interface Plan extends Facts {
  readonly earlier: SavedForecast
  readonly newer: SavedForecast
  /** The newer forecast as it was asked. */
  readonly first: Question
  /** The newer forecast asked again, if it is not of today. */
  readonly again: Question | null
  readonly asked: readonly Asked[]
}

const dayMs = 86_400_000

/** Whole days from one local day to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

const dayMade = (saved: SavedForecast): string => dayOf(new Date(lastMade(saved)))

const isSame = (a: Question, b: Question): boolean =>
  a.text === b.text && JSON.stringify(a.inputs) === JSON.stringify(b.inputs)

const gone = fail({
  code: 'records.notFound',
  message: 'One of the two forecasts is no longer there.',
})

/**
 * The steps between the last two forecasts of a client. Each is one question to the service of today with one more part
 * of the earlier data put back, so that nothing but the service’s own change is left at the end. The text that is sent
 * is the newer file's: the one kept with it, or the open one if it is the same.
 */
export const createSince = (needs: SinceNeeds, ask: Forecasts['ask']) => {
  const { clock, savedRecords, inspector } = needs
  const today = () => dayOf(new Date(clock.now()))
  const way = () => ({ mapping: needs.readMapping(), today: today() })

  const open = async (id: string): Promise<Result<SavedForecast>> =>
    whenOk(await savedRecords.open(id), (record) => {
      const forecast = forecastIn(record)
      return forecast === null ? gone : ok(forecast)
    })

  /** The text that was sent for the newer forecast; null if it is neither kept nor open. */
  const textOf = async ({ id, fileSha256 }: SavedForecast, handle: string | undefined) => {
    const file = handle === undefined ? null : needs.participants.get(handle)
    return file?.ok && hash('sha256', file.value.text) === fileSha256
      ? ok(file.value.text)
      : savedRecords.file(id)
  }

  /** The only participant of a kept file, as it is read now; `profile` if that is not one. */
  const readNow = async (text: string | null, profile: ParticipantProfile | null) => {
    const reading = text === null ? null : await inspector.readAgain(text, way())
    const [person = null, another] = reading?.ok ? reading.value.participants : []
    return another === undefined ? (person ?? profile) : profile
  }

  /** Pay and savings in the request, where the earlier file is not kept. */
  const byRequest = (text: string, after: ParticipantProfile, before: ParticipantProfile) => {
    const isPaidLike = before.salary === null || hasPart(after, before, 'pay')
    const pay: ForecastInputs = isPaidLike ? {} : { Salary: before.salary ?? 0 }
    const { rates, isWhole } = ratesThen(after, before)
    const savings = rates.length === 0 ? pay : { ...pay, SavingsRateDetails: rates }
    const asked: readonly Asked[] = [
      { step: 'pay', question: { text, inputs: pay } },
      { step: 'savings', question: { text, inputs: savings } },
    ]
    return { asked, missed: isWhole ? [] : (['savings'] as const) }
  }

  /** The client of then within the limits of then; null if these let in as much as today's. */
  const withinThen = (earlier: SavedForecast, before: ParticipantProfile, days: number) => {
    const { rothCatchUp, higherCatchUp } = needs.settings.get()
    const rules = rulesSaid(earlier.said, {
      ...{ rothCatchUp, higherCatchUp },
      ...(needs.firmLaw && { firmLaw: needs.firmLaw }),
    })
    const person = { ...before, wagesBefore: rules.wagesBefore }
    const born = Date.parse(`${before.dateOfBirth}T00:00:00Z`) + days * dayMs
    const dateOfBirth = Number.isNaN(born) ? '' : new Date(born).toISOString().slice(0, 10)
    return ratesWithin(
      before,
      savingYear(person, new Date(lastMade(earlier)), rules),
      savingYear({ ...person, dateOfBirth }, new Date(clock.now()), rules),
    )
  }

  /** Every part written into the newer file, one more in each question. */
  const byFile = async (
    text: string,
    { earlier, before, days }: { earlier: SavedForecast; before: ParticipantProfile; days: number },
  ): Promise<Result<Pick<Plan, 'asked' | 'missed'>>> => {
    const within = withinThen(earlier, before, days)
    const steps: readonly (readonly [SinceStep, readonly PutBackPart[], ParticipantProfile])[] = [
      ['time', ['time'], before],
      ['balances', ['time', 'balances'], before],
      ['pay', ['time', 'balances', 'pay'], before],
      ['savings', ['time', 'balances', 'pay', 'savings'], before],
      ['limits', ['time', 'balances', 'pay', 'savings'], within ?? before],
    ]
    const asked: Asked[] = []
    let missed: readonly PutBackPart[] = []
    for (const [step, parts, person] of steps) {
      const put = await inspector.putBack(text, { before: person, days, parts }, way())
      if (!put.ok) return put
      asked.push({ step, question: { text: put.value.text, inputs: {} } })
      if (step === 'savings') missed = put.value.missed
    }
    return ok({ asked, missed: [...missed] })
  }

  const planFor = async (
    earlier: SavedForecast,
    newer: SavedForecast,
    handle: string | undefined,
  ): Promise<Result<Plan>> => {
    const sent = await textOf(newer, handle)
    if (!sent.ok) return sent
    const kept = await savedRecords.file(earlier.id)
    if (!kept.ok) return kept
    const text = sent.value
    const after = await readNow(text, newer.profile)
    const before = await readNow(kept.value, earlier.profile)
    const first = { text: text ?? '', inputs: newer.inputs }
    const pair = { earlier, newer, after, before, first }
    const others = after && before ? otherChanges(after, before) : []
    if (text === null || after === null || before === null)
      return ok({ ...pair, split: 'none', again: null, asked: [], missed: [], others: [...others] })
    const sinceNewer = daysBetween(dayMade(newer), today())
    if (kept.value === null) {
      const again = sinceNewer === 0 ? null : { text, inputs: {} }
      const { asked, missed } = byRequest(text, after, before)
      return ok({
        ...{ ...pair, split: 'payAndSavings', again, asked },
        ...{ missed: [...missed], others: [...others] },
      })
    }
    const days = daysBetween(dayMade(earlier), today())
    const asOfNewer = await inspector.putBack(
      text,
      { before, days: sinceNewer, parts: ['time'] },
      way(),
    )
    if (!asOfNewer.ok) return asOfNewer
    const steps = await byFile(text, { earlier, before, days })
    if (!steps.ok) return steps
    const also = await inspector.otherChanges(text, kept.value, way())
    return ok({
      ...{ ...pair, split: 'all', ...steps.value },
      again: sinceNewer === 0 ? null : { text: asOfNewer.value.text, inputs: {} },
      others: also.ok ? also.value : [...others],
    })
  }

  /** The questions that differ from the one before; the others change nothing. */
  const newQuestions = ({ first, again, asked }: Plan) => {
    let last: Question = again ?? first
    return asked.map(({ step, question }) => {
      const asks = !isSame(question, last)
      last = question
      return { step, question, asks }
    })
  }

  const viewOf = (plan: Plan): SinceView => {
    const { earlier, newer, before, after, split, missed, others } = plan
    return {
      ...{ earlier, newer, before, after, split, missed, others },
      steps: newQuestions(plan).map(({ step, asks }) => ({ step, asks })),
      asksAgain: plan.again !== null,
    }
  }

  const prepare = async (earlierId: string, newerId: string, handle: string | undefined) => {
    const newer = await open(newerId)
    if (!newer.ok) return newer
    const earlier = await open(earlierId)
    if (!earlier.ok) return earlier
    return planFor(earlier.value, newer.value, handle)
  }

  return {
    find: async ({
      id,
      handle,
    }: ParsedRequestOn<'since.find'>): Promise<Result<SinceView | null>> => {
      const items = await savedRecords.list()
      if (!items.ok) return items
      const client = clientWith(items.value, id)
      const two = client === undefined ? null : lastTwo(client)
      if (two === null || two.newer.subject.among !== undefined) return ok(null)
      return whenOk(await prepare(two.earlier.id, two.newer.id, handle), (plan) => ok(viewOf(plan)))
    },

    ask: async (
      { earlierId, newerId, handle, to }: Omit<ParsedRequestOn<'since.ask'>, 'jobId'>,
      job: Job,
      /** Called with each answer or failure. */
      note: (asked: Result<SavedForecast>) => void,
    ): Promise<Result<SinceAnswers>> => {
      const plan = await prepare(earlierId, newerId, handle)
      if (!plan.ok) return plan
      const { after, again: first, newer } = plan.value
      if (!isSamePlace(newer.environment, { id: to.environmentId, place: to.place }))
        return fail({
          code: 'environment.other',
          message: `The forecasts were made in ${newer.environment.name}, so only it is asked. Nothing was sent.`,
        })
      const questions = newQuestions(plan.value)
      const all = asksOf({ steps: questions, asksAgain: first !== null })
      let done = 0
      const answerTo = async ({ text: sent, inputs }: Question) => {
        done += 1
        const fraction = (done - 1) / all
        const file: FileToSend = {
          text: sent,
          profile: after,
          participants: after === null ? [] : [after],
        }
        const answered = await ask({ file, inputs }, to, {
          signal: job.signal,
          tell: () => job.tell(`Forecast ${done} of ${all}`, fraction),
        })
        note(answered)
        return answered
      }
      const again = first === null ? ok(null) : await answerTo(first)
      if (!again.ok) return again
      const steps: SinceAnswers['steps'] = []
      for (const { step, question, asks } of questions) {
        const answer = asks ? await answerTo(question) : ok(null)
        if (!answer.ok) return answer
        steps.push({ step, answer: answer.value })
      }
      return ok({ again: again.value, steps })
    },
  }
}
export type Since = ReturnType<typeof createSince>
