import { personSpecs } from './example-people.ts'
import type { PersonSpec } from './person-xml.ts'

const columns = ['ParticipantId', 'FirstName', 'LastName', 'PlanId', 'PlanType', 'Reason']
const reasons = [
  'Fee too high',
  'Prefers own choice',
  'Moving to a target-date fund',
  'Did not understand; asks to leave',
]

/** A person's row, for the first active plan, otherwise for the first plan. */
export const rowOf = (
  { userId, firstName, lastName, plans }: PersonSpec,
  index: number,
): readonly string[] => {
  const plan = plans.find(({ status = 'Active' }) => status === 'Active') ?? plans[0]
  const { planId = '', planType = '' } = plan ?? {}
  return [userId, firstName, lastName, planId, planType, reasons[index % reasons.length] ?? '']
}

/** A table as text; cells are quoted where RFC 4180 requires it. */
export const tableOf = (rows: readonly (readonly string[])[], delimiter: string): string => {
  const cellOf = (text: string) =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return [columns, ...rows].map((row) => `${row.map(cellOf).join(delimiter)}\r\n`).join('')
}

/**
 * The example people as a list, with mistakes for the list's check and the service to find: a
 * missing last name, an unknown plan, and a repeated row.
 */
export const exampleListFile = () => {
  const rows = personSpecs.map(rowOf)
  const bent = rows.map((row, index) =>
    index === 4 ? row.with(2, '') : index === 9 ? row.with(3, 'NO-SUCH-PLAN') : row,
  )
  const table = tableOf([...bent, ...rows.slice(0, 1)], ',')
  return { name: 'example opt-outs.csv', bytes: new TextEncoder().encode(table) }
}
