import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { hash, randomUUID } from 'node:crypto'
import type { ComputeOperation } from '#shared/express/operations.ts'
import type { CaseInformationInputs, ForecastInputs } from '#shared/express/requests.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { CaseRun, ForecastRun } from '#shared/forecasts/channels.ts'
import { inputsWithClaim } from '#shared/strategy/claim-approximation.ts'
import { inputsAsSent, usualReadAs } from '#shared/strategy/read-as.ts'
import type { Subject } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Job } from '../ipc/jobs.ts'
import { personOf, whomItMeans, type FileToSend, type OpenFiles } from '../participant/whom.ts'
import type { Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import { bodyFor, type ExpressBody } from '../express/body-for.ts'
import type { ExpressAnswer, ExpressClient } from '../express/express-client.ts'
import { isLong, type AnswerReader } from '../express/read/answer-reader.ts'
import { decodeTransactionText } from '../express/text/decode-text.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

/** Maximum number of unkept runs in memory, and maximum total length of their answers, characters. */
const most = 10
const mostTogether = 20_000_000

interface Unkept {
  readonly record: SavedForecast
  /** The unchanged answer. */
  readonly verbatim: string
}

/** The last unkept runs. They are only in memory and end with the program. */
export interface UnkeptForecasts {
  readonly add: (record: SavedForecast, verbatim: string) => void
  /** Oldest first. */
  readonly all: () => readonly SavedForecast[]
  readonly get: (id: string) => Unkept | null
  readonly remove: (id: string) => void
}

export const createUnkeptForecasts = (): UnkeptForecasts => {
  const runs = new Map<string, Unkept>()
  return {
    add: (record, verbatim) => {
      runs.set(record.id, { record, verbatim })
      let together = [...runs.values()].reduce((sum, run) => sum + run.verbatim.length, 0)
      for (const [id, run] of runs) {
        if (id === record.id || (runs.size <= most && together <= mostTogether)) break
        runs.delete(id)
        together -= run.verbatim.length
      }
    },
    all: () => [...runs.values()].map(({ record }) => record),
    get: (id) => runs.get(id) ?? null,
    remove: (id) => {
      runs.delete(id)
    },
  }
}

export interface ForecastNeeds {
  readonly clock: Clock
  readonly appVersion: string
  readonly environments: Pick<Environments, 'useInUse' | 'get' | 'whyElsewhere'>
  readonly participants: OpenFiles
  readonly express: Pick<ExpressClient, 'compute'>
  readonly answers: Pick<AnswerReader, 'forecast'>
  readonly savedRecords: Pick<SavedRecords, 'save'>
  readonly unkept: UnkeptForecasts
}

/** A request for a forecast. An unkept one can be kept later, while it is among the last runs. */
interface RunRequest {
  readonly operation: 'forecast' | 'forecastCurrent'
  readonly handle: string
  readonly inputs: ForecastInputs
  /** A claim age to approximate: its inputs are kept apart from the others. */
  readonly claim?: Claim | undefined
  readonly keep: boolean
  /** Part of a search: it does not count among the last runs, but can be kept as well. */
  readonly passing: boolean
  readonly to: Destination
}

/** A request for Case information; without `keep` nothing is saved. */
interface CaseRequest {
  readonly inputs: CaseInformationInputs
  /** The participant concerned, if one is open. */
  readonly handle?: string | undefined
  readonly keep: boolean
  readonly to: Destination
}

/** Runs the operations that only compute, at the destination on screen, and keeps answers unchanged. */
export interface Forecasts {
  /**
   * Fails with the error of the service or the participant (such as `participant.several`). An answer that could not be
   * saved comes with the reason; {@link keep} tries again.
   */
  run(request: RunRequest, job: Job): Promise<Result<ForecastRun>>
  /** Saves an unkept run, or one that could not be saved. Fails with `records.*`; `records.notFound` means that the run is too old. */
  keep(id: string, need: number | undefined): Promise<Result<SavedForecast>>
  /** The unchanged answer of a run that is not saved; `null` for a saved one, or one that is too old. */
  verbatim(id: string): Result<string> | null
  /**
   * Forecasts without any input for one of many participants, who need not be open; `run` is the same for all of them.
   * Fails like {@link run}, and if it cannot be saved.
   */
  runForAll(
    file: FileToSend,
    to: Destination,
    job: Job,
    run: string,
  ): Promise<Result<SavedForecast>>
  /** As in {@link run}, an answer that could not be saved comes with the reason. */
  caseInformation(request: CaseRequest, job: Job): Promise<Result<CaseRun>>
}

interface FileRun extends Omit<RunRequest, 'handle' | 'to'> {
  readonly file: FileToSend
  /** Id of the run for many participants, see {@link Forecasts.runForAll}. */
  readonly forAll: string | null
}

export const createForecasts = (needs: ForecastNeeds): Forecasts => {
  const { unkept } = needs
  const passed = createUnkeptForecasts()
  /** Runs that should have been saved. They count neither among the last runs nor among those of a search. */
  const notSaved = createUnkeptForecasts()
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

  const runFile = async (
    { operation, file, inputs, claim, keep, passing, forAll }: FileRun,
    to: Destination,
    job: Job,
  ): Promise<Result<ForecastRun>> => {
    const environment = await needs.environments.useInUse(to)
    if (!environment.ok) return environment
    const whom = whomItMeans(file, environment.value)
    if (!whom.ok) return whom
    const { ForecastType, ...withoutType } = inputs
    const fields =
      operation === 'forecast' && ForecastType !== undefined
        ? { ...withoutType, ForecastType }
        : withoutType
    job.tell(`Asking ${environment.value.name} for the forecast`)
    const sent = inputsWithClaim(fields, claim ?? null, whom.value.profile)
    const answer = await compute(
      operation,
      to,
      {
        ...inputsAsSent(sent, environment.value.readAs ?? usualReadAs),
        ParticipantXML: file.text,
      },
      job,
    )
    if (!answer.ok) return answer
    if (isLong(answer.value.text)) job.tell('Reading the answer')
    const reading = await needs.answers.forecast(answer.value.text)
    if (!reading.ok) return reading
    const record: SavedForecast = {
      ...base(environment.value, whom.value.subject, answer.value.durationMs),
      kind: operation,
      profile: whom.value.profile,
      inputs: fields,
      ...(claim === undefined ? {} : { claim }),
      reading: reading.value,
      communication: decodeTransactionText(reading.value.communicationXml),
      fileSha256: hash('sha256', file.text, 'hex'),
      ...(forAll === null ? {} : { forAll: true, forAllRun: forAll }),
    }
    if (!keep) {
      const runs = passing ? passed : unkept
      runs.add(record, answer.value.text)
      return ok(record)
    }
    const saved = await needs.savedRecords.save(record, answer.value.text)
    if (saved.ok) return ok(record)
    notSaved.add(record, answer.value.text)
    return ok({ ...record, unsaved: saved.error })
  }

  return {
    run: async ({ handle, to, ...request }, job) => {
      const file = needs.participants.get(handle)
      return file.ok ? runFile({ ...request, file: file.value, forAll: null }, to, job) : file
    },

    runForAll: async (file, to, job, run) => {
      const answered = await runFile(
        { operation: 'forecast', file, inputs: {}, keep: true, passing: false, forAll: run },
        to,
        job,
      )
      return answered.ok && answered.value.unsaved ? fail(answered.value.unsaved) : answered
    },

    verbatim: (id) => {
      const run = unkept.get(id) ?? notSaved.get(id)
      return run === null ? null : ok(run.verbatim)
    },

    keep: async (id, need) => {
      const run = unkept.get(id) ?? passed.get(id) ?? notSaved.get(id)
      if (run === null)
        return fail({
          code: 'records.notFound',
          message: 'This run is too long ago to be kept. Run it again.',
        })
      const record = need === undefined ? run.record : { ...run.record, need }
      const saved = await needs.savedRecords.save(record, run.verbatim)
      if (!saved.ok) return saved
      unkept.remove(id)
      passed.remove(id)
      notSaved.remove(id)
      return ok(record)
    },

    caseInformation: async ({ inputs, handle, keep, to }, job) => {
      const participant = handle === undefined ? ok(null) : needs.participants.get(handle)
      if (!participant.ok) return participant
      const environment = await needs.environments.useInUse(to)
      if (!environment.ok) return environment
      job.tell(`Asking ${environment.value.name} for case information`)
      const answer = await compute('caseInformation', to, inputs, job)
      if (!answer.ok) return answer
      const reading = readCaseInformation(answer.value.text)
      if (!reading.ok) return reading
      const record: SavedCaseInformation = {
        ...base(
          environment.value,
          personOf(participant.value?.profile ?? null),
          answer.value.durationMs,
        ),
        kind: 'caseInformation',
        inputs,
        reading: reading.value,
      }
      if (!keep) return ok(record)
      const saved = await needs.savedRecords.save(record, answer.value.text)
      return ok(saved.ok ? record : { ...record, unsaved: saved.error })
    },
  }
}
