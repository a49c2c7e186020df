import { hash } from 'node:crypto'
import { isoNow } from '#shared/moments.ts'
import { createTurns } from '#shared/queue.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { fail, ok } from '#shared/result.ts'
import type { Clock } from '../ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

const plainNumbers = (_name: string, value: unknown): unknown =>
  value instanceof Float64Array ? [...value] : value

/** The answer without what differs between equal ones: the service's letter has the time of its making. */
const answerOf = (record: SavedForecast | SavedCaseInformation) =>
  record.kind === 'caseInformation'
    ? [record.reading.socialSecurity, record.reading.lifeExpectancyAge]
    : [record.reading.strategies, record.reading.accountMappings, record.profile, record.claim]

/**
 * SHA-256, hexadecimal, of whose forecast it is, what was asked for where, how it was read, and what was answered. Runs
 * with the same key are one result.
 */
export const runKeyOf = (record: SavedForecast | SavedCaseInformation): string => {
  const { kind, environment, subject, inputs, readAs } = record
  const asked = [kind, environment.id, environment.place, subject, inputs, readAs]
  const file = record.kind === 'caseInformation' ? null : record.fileSha256
  return hash('sha256', JSON.stringify([asked, file, answerOf(record)], plainNumbers))
}

const isOther = fail({ code: 'records.notFound', message: 'This saved result is another one.' })

const countedIn = (record: SavedRecord, lastRunAt: string) =>
  record.kind === 'receipt' ? isOther : ok({ ...record, runs: (record.runs ?? 1) + 1, lastRunAt })

/** Counts a run whose answer is saved already, so that it is not saved a second time. */
export const createRunCount = (
  savedRecords: Pick<SavedRecords, 'list' | 'update'>,
  clock: Pick<Clock, 'now'>,
) => {
  const inTurn = createTurns()
  return {
    /** Looking and saving come one after the other, or two equal runs at once would both be saved. */
    inTurn,
    /** The saved result with one more run; null if none has this key, or it cannot be changed. */
    countAgain: async (runKey: string): Promise<SavedRecord | null> => {
      const items = await savedRecords.list()
      const same = items.ok ? items.value.find((item) => item.runKey === runKey) : undefined
      if (same === undefined) return null
      const counted = await savedRecords.update(same.id, (record) =>
        countedIn(record, isoNow(clock)),
      )
      return counted.ok ? counted.value : null
    },
  }
}
