import { hash, randomUUID } from 'node:crypto'
import type { ComputeOperation } from '#shared/express/operations.ts'
import type { CaseInformationInputs, ForecastInputs } from '#shared/express/requests.ts'
import type {
  CaseInformationReading,
  DecodedText,
  ForecastReading,
} from '#shared/express/reading.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { Destination, EnvironmentView } from '#shared/settings/environment.ts'
import type { LibraryItem, LibraryRecord } from '#shared/records/record.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { inputsWithClaim } from '#shared/strategy/claim-approximation.ts'
import { inputsAsSent, usualReadAs } from '#shared/strategy/read-as.ts'
import type { Subject } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Job } from '../jobs.ts'
import { personOf, whomItMeans, type FileToSend } from '../participant/whom.ts'
import type { Clock } from '../ports.ts'
import { createUnkeptForecasts, type UnkeptForecasts } from './unkept.ts'

type Where = Pick<EnvironmentView, 'id' | 'name' | 'kind' | 'place' | 'readAs' | 'takesSeveral'>

/** The parts of the house a forecast needs; `create-core.ts` hands them in. */
export interface ForecastNeeds {
  readonly clock: Clock
  readonly appVersion: string
  /** Ready for a call. Fails with `environment.other` when it is not what is in use. */
  readonly environment: (to: Destination) => Promise<Result<Where>>
  readonly participant: (handle: string) => Result<FileToSend>
  readonly compute: (
    operation: ComputeOperation,
    to: Destination,
    fields: Readonly<Record<string, unknown>>,
    job: Job,
  ) => Promise<Result<{ readonly text: string; readonly durationMs: number }>>
  readonly readForecast: (text: string) => Promise<Result<ForecastReading>>
  readonly readCaseInformation: (text: string) => Result<CaseInformationReading>
  readonly decodeText: (text: string) => DecodedText
  readonly save: (record: LibraryRecord, verbatim: string) => Promise<Result<LibraryItem>>
  readonly unkept: UnkeptForecasts
}

/** What a forecast is run with, and whether it is kept at once; else it can be kept while it is among the last ones. */
export interface RunRequest {
  readonly operation: 'forecast' | 'forecastCurrent'
  readonly handle: string
  readonly inputs: ForecastInputs
  /** A claim age to approximate: what is sent for it is kept apart from the inputs. */
  readonly claim?: Claim | undefined
  readonly keep: boolean
  /** One of a search, apart from the last runs; it can be kept all the same. */
  readonly passing: boolean
  readonly to: Destination
}

/** What Case information is asked with; without `keep` nothing of it is saved. */
export interface CaseRequest {
  readonly inputs: CaseInformationInputs
  /** Whom it is about, where a participant is open. */
  readonly handle?: string | undefined
  readonly keep: boolean
  readonly to: Destination
}

/** Runs the operations that only compute, where the screen said, and keeps answers exactly as they came. */
export interface Forecasts {
  /**
   * Fails with the service's, the participant's or the library's error, `participant.several` among them; a failed save is
   * a failed run.
   */
  run(request: RunRequest, job: Job): Promise<Result<SavedForecast>>
  /** Saves a run that was not kept; fails with `library.*`, `library.notFound` once it is too long ago. */
  keep(id: string): Promise<Result<SavedForecast>>
  /** The answer of a run that was not kept, exactly as it came; `null` once it is too long ago, and for what was kept. */
  verbatim(id: string): Result<string> | null
  /**
   * Forecast without any input for a participant who need not be open, as one of many; `run` is the same for all of them.
   * Fails as {@link run} does.
   */
  runForAll(
    file: FileToSend,
    to: Destination,
    job: Job,
    run: string,
  ): Promise<Result<SavedForecast>>
  caseInformation(request: CaseRequest, job: Job): Promise<Result<SavedCaseInformation>>
}

interface FileRun extends Omit<RunRequest, 'handle' | 'to'> {
  readonly file: FileToSend
  /** As one of many, see {@link Forecasts.runForAll}. */
  readonly forAll: string | null
}

export const createForecasts = (needs: ForecastNeeds): Forecasts => {
  const { unkept } = needs
  const passed = createUnkeptForecasts()
  const base = (
    { id, name, kind, place, readAs }: Where,
    subject: Subject,
    durationMs: number,
  ) => ({
    id: randomUUID(),
    savedAt: new Date(needs.clock.now()).toISOString(),
    environment: { id, name, kind, place },
    subject,
    appVersion: needs.appVersion,
    durationMs,
    ...(readAs === undefined ? {} : { readAs }),
  })

  const runFile = async (
    { operation, file, inputs, claim, keep, passing, forAll }: FileRun,
    to: Destination,
    job: Job,
  ): Promise<Result<SavedForecast>> => {
    const environment = await needs.environment(to)
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
    const answer = await needs.compute(
      operation,
      to,
      {
        ...inputsAsSent(sent, environment.value.readAs ?? usualReadAs),
        ParticipantXML: file.text,
      },
      job,
    )
    if (!answer.ok) return answer
    job.tell('Reading the answer')
    const reading = await needs.readForecast(answer.value.text)
    if (!reading.ok) return reading
    const record: SavedForecast = {
      ...base(environment.value, whom.value.subject, answer.value.durationMs),
      kind: operation,
      profile: whom.value.profile,
      inputs: fields,
      ...(claim === undefined ? {} : { claim }),
      reading: reading.value,
      communication: needs.decodeText(reading.value.communicationXml),
      fileSha256: hash('sha256', file.text, 'hex'),
      ...(forAll === null ? {} : { forAll: true, forAllRun: forAll }),
    }
    if (!keep) {
      const runs = passing ? passed : unkept
      runs.add(record, answer.value.text)
      return ok(record)
    }
    const saved = await needs.save(record, answer.value.text)
    return saved.ok ? ok(record) : saved
  }

  return {
    run: async ({ handle, to, ...request }, job) => {
      const file = needs.participant(handle)
      return file.ok ? runFile({ ...request, file: file.value, forAll: null }, to, job) : file
    },

    runForAll: (file, to, job, run) =>
      runFile(
        { operation: 'forecast', file, inputs: {}, keep: true, passing: false, forAll: run },
        to,
        job,
      ),

    verbatim: (id) => {
      const run = unkept.get(id)
      return run === null ? null : ok(run.verbatim)
    },

    keep: async (id) => {
      const run = unkept.get(id) ?? passed.get(id)
      if (run === null)
        return fail({
          code: 'library.notFound',
          message: 'This run is too long ago to be kept. Run it again.',
        })
      const saved = await needs.save(run.record, run.verbatim)
      if (!saved.ok) return saved
      unkept.remove(id)
      passed.remove(id)
      return ok(run.record)
    },

    caseInformation: async ({ inputs, handle, keep, to }, job) => {
      const participant = handle === undefined ? ok(null) : needs.participant(handle)
      if (!participant.ok) return participant
      const environment = await needs.environment(to)
      if (!environment.ok) return environment
      job.tell(`Asking ${environment.value.name} for case information`)
      const answer = await needs.compute('caseInformation', to, inputs, job)
      if (!answer.ok) return answer
      const reading = needs.readCaseInformation(answer.value.text)
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
      const saved = await needs.save(record, answer.value.text)
      return saved.ok ? ok(record) : saved
    },
  }
}
