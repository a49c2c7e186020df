import { hash } from 'node:crypto'
import { createTurns } from '#shared/queue.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { lastMade, type SavedCaseInformation, type SavedForecast } from '#shared/records/saved.ts'
import { fail, ok } from '#shared/result.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

const plainNumbers = (_name: string, value: unknown): unknown =>
  value instanceof Float64Array ? [...value] : value

/**
 * The parts of an answer to compare. The service's letter is left out, because it contains the time
 * it was created.
 */
const answerOf = (record: SavedForecast | SavedCaseInformation) =>
  record.kind === 'caseInformation'
    ? [record.reading.socialSecurity, record.reading.lifeExpectancyAge]
    : [record.reading.strategies, record.reading.accountMappings, record.profile, record.claim]

/**
 * Identifies a run by a hexadecimal SHA-256 over the person, the operation and its inputs, the
 * environment and its address, the person's data, how the answer is read, and the answer. Runs with
 * the same key share one saved result.
 */
export const runKeyOf = (record: SavedForecast | SavedCaseInformation): string => {
  const { kind, environment, subject, inputs, readAs } = record
  const asked = [kind, environment.id, environment.place, subject, inputs, readAs]
  const file = record.kind === 'caseInformation' ? null : [record.fileSha256, record.said]
  return hash('sha256', JSON.stringify([asked, file, answerOf(record)], plainNumbers))
}

const isOther = fail({ code: 'records.notFound', message: 'This saved result is another one.' })

/** Values that the advisor entered but that are not part of the request. */
type Entered = Pick<SavedForecast, 'goal'>

const countedIn = (record: SavedRecord, runAt: string, entered: Entered) =>
  record.kind === 'receipt' || record.kind === 'report'
    ? isOther
    : ok({
        ...record,
        ...(record.kind === 'caseInformation' ? {} : entered),
        runs: (record.runs ?? 1) + 1,
        lastRunAt: [lastMade(record), runAt].toSorted().at(-1) ?? runAt,
      })

/** Counts a run whose answer is already saved, so that it is not saved a second time. */
export const createRunCount = (savedRecords: Pick<SavedRecords, 'list' | 'update'>) => {
  const inTurn = createTurns()
  return {
    /**
     * Searching and saving are one step, because otherwise two identical simultaneous runs would
     * both be saved.
     */
    inTurn,
    /**
     * Counts a run at `runAt` in the saved result with this key, and stores the run's `entered`
     * values. Returns that result; null if no result has the key, or if it cannot be changed.
     */
    countAgain: async (
      runKey: string,
      runAt: string,
      entered: Entered = {},
    ): Promise<SavedRecord | null> => {
      const items = await savedRecords.list()
      const same = items.ok ? items.value.find((item) => item.runKey === runKey) : undefined
      if (same === undefined) return null
      const counted = await savedRecords.update(same.id, (record) =>
        countedIn(record, runAt, entered),
      )
      return counted.ok ? counted.value : null
    },
  }
}
