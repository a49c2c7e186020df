import { forecastIn } from '#shared/records/record.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { hash, randomUUID } from 'node:crypto'
import type { ComputeOperation } from '#shared/express/operations.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { CaseRun, ForecastRun } from '#shared/forecast/channels.ts'
import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import { inputsWithClaim } from '#shared/strategy/claim-approximation.ts'
import { inputsAsSent, usualReadAs } from '#shared/strategy/read-as.ts'
import { personOf, type Subject } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Job } from '../platform/jobs.ts'
import { whomItMeans, type FileToSend, type OpenFiles } from '../participant/whom.ts'
import type { Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import { bodyFor, type ExpressBody } from '../express/body-for.ts'
import type { ExpressAnswer, ExpressClient } from '../express/express-client.ts'
import { isLong, type AnswerReader } from '../express/read/answer-reader.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../platform/ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { createRunCount, runKeyOf } from './same-answer.ts'

/**
 * Maximum number of unsaved runs in memory, and the maximum total length of their answers in
 * characters.
 */
const most = 10
const mostTogether = 20_000_000

interface Unkept {
  readonly record: SavedForecast
  readonly verbatim: string
  /** The file that was sent. */
  readonly file: string
}

/** Holds the last unsaved runs. They exist only in memory and disappear when the program ends. */
export const createUnkeptForecasts = () => {
  const runs = new Map<string, Unkept>()
  return {
    add: (run: Unkept) => {
      const { record } = run
      runs.set(record.id, run)
      let together = [...runs.values()].reduce((sum, run) => sum + run.verbatim.length, 0)
      for (const [id, run] of runs) {
        if (id === record.id || (runs.size <= most && together <= mostTogether)) break
        runs.delete(id)
        together -= run.verbatim.length
      }
    },
    /** Oldest first. */
    all: () => [...runs.values()].map(({ record }) => record),
    get: (id: string) => runs.get(id) ?? null,
    remove: (id: string): void => void runs.delete(id),
  }
}
export type UnkeptForecasts = ReturnType<typeof createUnkeptForecasts>

export interface ForecastNeeds {
  readonly clock: Clock
  readonly appVersion: string
  readonly environments: Pick<Environments, 'useInUse' | 'get' | 'whyElsewhere'>
  readonly participants: OpenFiles
  readonly express: Pick<ExpressClient, 'compute'>
  readonly answers: Pick<AnswerReader, 'forecast' | 'decode'>
  readonly savedRecords: Pick<SavedRecords, 'save' | 'list' | 'update'>
  readonly unkept: UnkeptForecasts
  readonly settings: Pick<SettingsStore, 'get'>
}

/**
 * A request for a run. A forecast that is not saved at first can be saved later, as long as it is
 * among the last runs.
 */
type RunRequest = Omit<ParsedRequestOn<'forecast.run'>, 'jobId'>
type CaseRequest = Omit<ParsedRequestOn<'forecast.caseInformation'>, 'jobId'>

interface FileRun extends Omit<RunRequest, 'handle' | 'to'> {
  readonly file: FileToSend
  /** Id shared by the forecasts that `runForAll` makes for many participants. */
  readonly forAll: string | null
}

/**
 * Runs the operations that only compute, for the environment on screen, and saves answers
 * unchanged. If a run's answer is already saved, the run is counted in that saved result, which is
 * returned.
 */
export const createForecasts = (needs: ForecastNeeds) => {
  const { unkept } = needs
  const runs = createRunCount(needs.savedRecords)
  const passed = createUnkeptForecasts()
  /** Runs that could not be saved. They do not push other runs out of memory. */
  const notSaved = createUnkeptForecasts()
  const stores = [unkept, notSaved, passed]
  const base = (
    { id, name, kind, place, readAs }: Environment,
    subject: Subject,
    durationMs: number,
  ) => ({
    id: randomUUID(),
    savedAt: isoNow(needs.clock),
    environment: { id, name, kind, place },
    subject,
    appVersion: needs.appVersion,
    durationMs,
    ...(readAs === undefined ? {} : { readAs }),
  })

  const compute = async (
    operation: ComputeOperation,
    to: Destination,
    fields: ExpressBody,
    job: Job,
  ): Promise<Result<ExpressAnswer>> => {
    const environment = needs.environments.get(to.environmentId)
    if (!environment.ok) return environment
    const body = bodyFor(operation, environment.value, fields)
    if (!body.ok) return body
    return needs.express.compute(operation, to.environmentId, body.value, {
      signal: job.signal,
      onProgress: job.tell,
      whyNot: () => needs.environments.whyElsewhere(to),
    })
  }

  /** The file is kept with the forecast only if the setting says so. */
  const save = ({ record, verbatim, file }: Unkept) =>
    needs.savedRecords.save(
      record,
      verbatim,
      needs.settings.get().keepParticipantFile ? { file } : {},
    )

  const saveNew = async (run: Unkept): Promise<Result<ForecastRun>> => {
    const { record } = run
    const saved = await save(run)
    if (saved.ok) return ok(record)
    notSaved.add(run)
    return ok({ ...record, unsaved: saved.error })
  }

  /** The service’s answer, not saved. */
  const answerTo = async (
    { operation, file, inputs, claim, wagesBefore, forAll }: Omit<FileRun, 'keep' | 'passing'>,
    to: Destination,
    job: Job,
  ): Promise<Result<Unkept>> => {
    const environment = await needs.environments.useInUse(to)
    if (!environment.ok) return environment
    const whom = whomItMeans(file, environment.value)
    if (!whom.ok) return whom
    const { ForecastType: _type, ...withoutType } = inputs
    const fields = operation === 'forecast' ? inputs : withoutType
    job.tell(`Asking ${environment.value.name} for the forecast`)
    const sent = inputsWithClaim(fields, claim ?? null, whom.value.profile)
    const answer = await compute(
      operation,
      to,
      { ...inputsAsSent(sent, environment.value.readAs ?? usualReadAs), ParticipantXML: file.text },
      job,
    )
    if (!answer.ok) return answer
    if (isLong(answer.value.text)) job.tell('Reading the answer')
    const reading = await needs.answers.forecast(answer.value.text)
    if (!reading.ok) return reading
    const { rothCatchUp, higherCatchUp } = needs.settings.get()
    const record: SavedForecast = {
      ...base(environment.value, whom.value.subject, answer.value.durationMs),
      kind: operation,
      profile: whom.value.profile,
      inputs: fields,
      ...(claim === undefined ? {} : { claim }),
      said: { wagesBefore: wagesBefore ?? null, rothCatchUp, higherCatchUp },
      reading: reading.value,
      communication: await needs.answers.decode(reading.value.communicationXml),
      fileSha256: hash('sha256', file.text),
      ...(forAll === null ? {} : { forAll: true, forAllRun: forAll }),
    }
    return ok({ record, verbatim: answer.value.text, file: file.text })
  }

  const runFile = async (
    { keep, passing, ...request }: FileRun,
    to: Destination,
    job: Job,
  ): Promise<Result<ForecastRun>> => {
    const answered = await answerTo(request, to, job)
    if (!answered.ok) return answered
    const run = answered.value
    if (request.forAll !== null) return saveNew(run)
    const record = { ...run.record, runKey: runKeyOf(run.record) }
    const made = { ...run, record }
    if (passing && !keep) {
      passed.add(made)
      return ok(record)
    }
    return runs.inTurn(async () => {
      const again = await runs.countAgain(record.runKey, record.savedAt)
      const counted = again && forecastIn(again)
      if (counted) return ok(counted)
      if (keep) return saveNew(made)
      unkept.add(made)
      return ok(record)
    })
  }

  return {
    /**
     * Fails with the error of the service or the participant. An answer that could not be saved is returned with the
     * reason; {@link keep} tries again.
     */
    run: async ({ handle, to, ...request }: RunRequest, job: Job): Promise<Result<ForecastRun>> => {
      const file = needs.participants.get(handle)
      return file.ok ? runFile({ ...request, file: file.value, forAll: null }, to, job) : file
    },

    /** The answer to a question beside the saved results, which is kept nowhere. Fails like {@link run}. */
    ask: async (
      { file, inputs }: { readonly file: FileToSend; readonly inputs: ForecastInputs },
      to: Destination,
      job: Job,
    ): Promise<Result<SavedForecast>> => {
      const answered = await answerTo(
        { operation: 'forecast', file, inputs, forAll: null },
        to,
        job,
      )
      return answered.ok ? ok(answered.value.record) : answered
    },

    /**
     * Forecasts one of many participants without any input; the file need not be open, and `run` is
     * the same for all participants. Fails like {@link run}, and if the forecast cannot be saved.
     */
    runForAll: async (
      file: FileToSend,
      to: Destination,
      job: Job,
      run: string,
    ): Promise<Result<SavedForecast>> => {
      const answered = await runFile(
        { operation: 'forecast', file, inputs: {}, keep: true, passing: false, forAll: run },
        to,
        job,
      )
      return answered.ok && answered.value.unsaved ? fail(answered.value.unsaved) : answered
    },

    /** The unchanged answer of a run that is not saved; `null` for a saved run, or one that is no longer in memory. */
    verbatim: (id: string) => {
      const run = unkept.get(id) ?? notSaved.get(id)
      return run === null ? null : ok(run.verbatim)
    },

    /**
     * Saves a run, with the advisor's `goal`. If the same answer is already saved, the run is
     * counted in that saved result, which is returned. Fails with `records.*`; `records.notFound`
     * means that the run is no longer in memory.
     */
    keep: async (id: string, goal: number | undefined): Promise<Result<SavedForecast>> => {
      const run = stores.map((store) => store.get(id)).find((each) => each !== null)
      if (!run)
        return fail({
          code: 'records.notFound',
          message: 'This run is too long ago to be kept. Run it again.',
        })
      const entered = goal === undefined ? {} : { goal }
      return runs.inTurn(async () => {
        const { runKey, savedAt } = run.record
        const again = runKey === undefined ? null : await runs.countAgain(runKey, savedAt, entered)
        const counted = again && forecastIn(again)
        const record = counted ?? { ...run.record, ...entered }
        if (!counted) {
          const saved = await save({ ...run, record })
          if (!saved.ok) return saved
        }
        for (const store of stores) store.remove(id)
        return ok(record)
      })
    },

    /** If the answer could not be saved, it is returned with the reason, as in {@link run}. */
    caseInformation: async (
      { inputs, handle, keep, to }: CaseRequest,
      job: Job,
    ): Promise<Result<CaseRun>> => {
      const participant = handle === undefined ? ok(null) : needs.participants.get(handle)
      if (!participant.ok) return participant
      const environment = await needs.environments.useInUse(to)
      if (!environment.ok) return environment
      job.tell(`Asking ${environment.value.name} for case information`)
      const answer = await compute('caseInformation', to, inputs, job)
      if (!answer.ok) return answer
      const reading = readCaseInformation(answer.value.text)
      if (!reading.ok) return reading
      const person = personOf(participant.value?.profile ?? null)
      const run: SavedCaseInformation = {
        ...base(environment.value, person, answer.value.durationMs),
        kind: 'caseInformation',
        inputs,
        reading: reading.value,
      }
      if (!keep) return ok(run)
      const record = { ...run, runKey: runKeyOf(run) }
      return runs.inTurn(async () => {
        const again = await runs.countAgain(record.runKey, record.savedAt)
        if (again?.kind === 'caseInformation') return ok(again)
        const saved = await needs.savedRecords.save(record, answer.value.text)
        return ok(saved.ok ? record : { ...record, unsaved: saved.error })
      })
    },
  }
}
export type Forecasts = ReturnType<typeof createForecasts>
