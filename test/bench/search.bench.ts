import { clientsOf } from '#shared/records/clients.ts'
import { anything, createFinder } from '#shared/records/find.ts'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { lineWords } from '#renderer/features/records/record-words.ts'
import { forecastRecord, receiptRecord } from '#test/support/samples/saved-records.ts'
import { median, quantile } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'search'

const results = 10_000
const limitMs = 30
const rounds = 20
const firstNames = ['José', 'Mary-Ann', 'Siobhán', 'Łukasz', 'Walter', 'Xochitl', 'Bjørn', 'Nguyễn']
const lastNames = [
  'O’Brien',
  'Alvarez',
  'Muñoz',
  'Van Dyke',
  'Wałęsa',
  'Smith',
  'Nwosu',
  'Hartmann',
]

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/**
 * Result number `index` of 10,000. Each participant has four; every fifth is a receipt, and every
 * third has a note.
 */
const lineOf = (index: number, forecast: RecordSummary, receipt: RecordSummary): RecordSummary => {
  const person = Math.floor(index / 4)
  const [firstName, lastName] = [pick(firstNames, person), pick(lastNames, person >> 3)]
  const at = new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString()
  const number = `gp-${at.slice(0, 10).replaceAll('-', '')}-${(index * 7919).toString(36)}`
  const line = index % 5 === 0 ? { ...receipt, foundBy: `${number} acme401k 401k` } : forecast
  return {
    ...line,
    id: `result-${index}`,
    savedAt: at,
    subject: {
      ...{ participantId: `P-${String(person).padStart(7, '0')}`, firstName, lastName },
      ...{ name: `${firstName} ${lastName}`, dateOfBirth: '1970-01-01' },
    },
    likeness: { ...line.likeness, file: `file-${person}` },
    ...(index % 3 === 0 && {
      scenario: { name: 'Retire 67', note: `Wants to see the beach house again, talk ${index}` },
      tags: ['beach'],
    }),
  }
}

/** Texts that somebody types, each growing key by key. */
const typings = [
  "o'brien",
  'jose beach',
  'P-42',
  'gp-2026',
  'acme401k',
  'talk 999',
  'nov 2026',
  'zzz',
]
const keys = typings.flatMap((text) =>
  Array.from(text, (_, index) => text.slice(0, index + 1)).filter((typed) => !typed.endsWith(' ')),
)

/**
 * Measures how long each key typed into the search of Saved results takes to search 10,000 results
 * and group the matches by client.
 */
export const run = async (): Promise<Row[]> => {
  const forecast = summaryLineOf({ ...forecastRecord('f'), inputs: { RetirementAge: 67 } })
  const receipt = summaryLineOf(receiptRecord('r', 'accepted'))
  const items = Array.from({ length: results }, (_, index) => lineOf(index, forecast, receipt))
  const { find, prepare } = createFinder(lineWords)
  const started = performance.now()
  for (const item of items) prepare(item)
  const prepared = performance.now() - started
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const text of keys) {
      const from = performance.now()
      clientsOf(find(items, { ...anything, text }))
      took.push(performance.now() - from)
    }
  const ofOne = find(items, { ...anything, text: "O'BRIEN jose" })
  if (ofOne.length === 0) throw new Error('the bench found nobody')
  const value = quantile(took, 0.95)
  return [
    { name: `${results} lines prepared`, value: prepared, unit: 'ms', met: true },
    { name: 'a key, median', value: median(took), unit: 'ms', met: true },
    { name: 'a key, 95 of 100', value, unit: 'ms', limit: limitMs, met: value <= limitMs },
  ]
}
