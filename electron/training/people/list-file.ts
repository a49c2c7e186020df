import { fileEncodings } from './file-encoding.ts'
import { personSpecs } from './example-people.ts'
import { asWritten } from './invented-standing.ts'
import type { PersonSpec } from './person-spec.ts'

/** A list of opt-outs as a file. */
export interface ListFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const columns = ['ParticipantId', 'FirstName', 'LastName', 'PlanId', 'PlanType', 'Reason'] as const
const reasons = [
  'Fee too high',
  'Prefers own choice',
  'Moving to a target-date fund',
  'Did not understand; asks to leave',
]
const fallbackPlan = { planId: '', planType: '' }

const rowOf = (
  { userId, firstName, lastName, plans }: PersonSpec,
  index: number,
): readonly string[] => {
  const plan =
    plans.find(({ status = 'Active' }) => status === 'Active') ?? plans[0] ?? fallbackPlan
  const { participantId, planId } = asWritten(userId, plan.planId)
  return [
    participantId,
    firstName,
    lastName,
    planId,
    plan.planType,
    reasons[index % reasons.length] ?? '',
  ]
}

/** Quoted if it must be (RFC 4180). */
const cellOf = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const tableOf = (rows: readonly (readonly string[])[], delimiter: string): string =>
  [columns, ...rows]
    .map((row) => row.map((cell) => cellOf(cell, delimiter)).join(delimiter))
    .join('\r\n') + '\r\n'

const utf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2 + 2)
  const view = new DataView(bytes.buffer)
  for (const [index, unit] of ['\uFEFF', ...text.split('')].entries())
    view.setUint16(index * 2, unit.charCodeAt(0), littleEndian)
  return bytes
}

/** As old spreadsheets save it: a character that the encoding lacks becomes a question mark. */
const windows1252 = (text: string): Uint8Array<ArrayBuffer> => {
  const decoder = new TextDecoder(fileEncodings[4].decoder)
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Uint8Array.from(Array.from(text, (character) => table.get(character) ?? 0x3f))
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/**
 * One row for each of `people`, in every encoding and with every delimiter of real lists; a few ids are misspelled. The
 * same people give the same bytes.
 */
export const listFiles = (people: readonly PersonSpec[]): readonly ListFile[] => {
  const rows = people.map(rowOf)
  return [
    { name: 'opt-outs-utf-8.csv', bytes: utf8(tableOf(rows, ',')) },
    { name: 'opt-outs-utf-8-mark.csv', bytes: utf8(`\uFEFF${tableOf(rows, ';')}`) },
    { name: 'opt-outs-utf-16le.csv', bytes: utf16(tableOf(rows, '\t'), true) },
    { name: 'opt-outs-utf-16be.csv', bytes: utf16(tableOf(rows, '\t'), false) },
    { name: 'opt-outs-windows-1252.csv', bytes: windows1252(tableOf(rows, ';')) },
  ]
}

/**
 * The example people as a list for practice, with mistakes for the check and the service to find: a missing last name,
 * an unknown plan, and a repeated row.
 */
export const exampleListFile = (): ListFile => {
  const rows = personSpecs.map(rowOf)
  const bent = rows.map(([id = '', first = '', last = '', plan = '', ...rest], index) => [
    id,
    first,
    index === 4 ? '' : last,
    index === 9 ? 'NO-SUCH-PLAN' : plan,
    ...rest,
  ])
  return { name: 'example opt-outs.csv', bytes: utf8(tableOf([...bent, ...rows.slice(0, 1)], ',')) }
}
