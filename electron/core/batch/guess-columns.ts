import type { BatchMapping } from '#shared/ipc/batch-views.ts'

type Field = keyof BatchMapping

export const noMapping: BatchMapping = {
  participantId: null,
  firstName: null,
  lastName: null,
  planId: null,
  planType: null,
  reason: null,
}

/** Names of columns, without blanks, signs and case; the better name first. */
const known: Readonly<Record<Field, readonly string[]>> = {
  participantId: [
    'participantid', 'participantnumber', 'participantno', 'participantidentifier', 'partid', 'memberid',
    'membernumber', 'userid', 'employeeid', 'employeenumber', 'employeeno', 'empid', 'personid', 'participant', 'id',
  ],
  firstName: ['firstname', 'givenname', 'forename', 'fname', 'participantfirstname', 'employeefirstname', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'lname', 'participantlastname', 'employeelastname', 'last'],
  planId: ['planid', 'planids', 'plannumber', 'planno', 'plancode', 'planidentifier', 'plans', 'plan'],
  planType: ['plantype', 'plantypes', 'plankind', 'typeofplan', 'type'],
  reason: ['optoutreason', 'reason', 'reasontext', 'reasonforoptout', 'reasonforoptingout'],
}

const fields: readonly Field[] = ['participantId', 'firstName', 'lastName', 'planId', 'planType', 'reason']

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A Social Security or tax number by its column's name. */
const isTaxName = (name: string): boolean => /^(?:ssn|ss|sin|tin|taxid|socialsecurity|social)/.test(plain(name)) || plain(name).endsWith('ssn')

/** The same by what most of the column holds. */
const holdsTaxNumbers = (values: readonly string[]): boolean => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.length > 0 && filled.filter((value) => /^\s*\d{3}-\d{2}-\d{4}\s*$/.test(value)).length * 2 > filled.length
}

/** Whether the first record names columns rather than a participant. */
export const looksLikeHeader = (first: readonly string[], second: readonly string[] | undefined): boolean => {
  const names = new Set(fields.flatMap((field) => known[field]))
  if (first.some((cell) => names.has(plain(cell)) || isTaxName(cell))) return true
  const hasDigit = (cells: readonly string[]): boolean => cells.some((cell) => /\d/.test(cell))
  return second !== undefined && !hasDigit(first) && hasDigit(second)
}

/**
 * The columns that fields are read from, by their names. A column of Social Security or tax numbers is never taken as
 * the participant's id; `note` says so, and only a person chooses it.
 */
export const guessColumns = (
  names: readonly string[],
  sample: readonly (readonly string[])[],
): { readonly mapping: BatchMapping; readonly note: string } => {
  const mapping = { ...noMapping }
  const taken = new Set<number>()
  const shy = names.findIndex(
    (name, index) => isTaxName(name) || holdsTaxNumbers(sample.map((cells) => cells[index] ?? '')),
  )
  for (const field of fields) {
    for (const wanted of known[field]) {
      const at = names.findIndex((name, index) => !taken.has(index) && plain(name) === wanted)
      if (at === -1) continue
      if (field === 'participantId' && holdsTaxNumbers(sample.map((cells) => cells[at] ?? ''))) continue
      mapping[field] = at
      taken.add(at)
      break
    }
  }
  const note =
    shy !== -1 && mapping.participantId === null
      ? `The column “${names[shy] ?? ''}” seems to hold Social Security numbers. It was not taken as the participant id: choose it yourself if your plan uses it.`
      : ''
  return { mapping, note }
}
