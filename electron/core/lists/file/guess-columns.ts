import { isMaskedTaxNumber, isTaxNumber } from '#shared/text/tax-number.ts'
import { type ListMapping, listMappingSchema } from '#shared/lists/list.ts'

type Field = keyof ListMapping

export const noMapping: ListMapping = {
  participantId: null,
  firstName: null,
  lastName: null,
  planId: null,
  planType: null,
  reason: null,
}

const words = (text: string): readonly string[] => text.split(/\s+/)

const whose = ['', ...words('participant participants employee employees member members legal')]
const ofSomebody = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => whose.map((of) => of + name))

/** Whole headings without blanks, punctuation, accents and case; better ones first. */
const known: Readonly<Record<Field, readonly string[]>> = {
  participantId: words(`participantid participantnumber participantno participantidentifier partid
    memberid membernumber userid employeeid employeenumber employeeno empid personid
    participant id`),
  firstName: ofSomebody(
    words(`firstname firstnames givenname givennames forename forenames fname namefirst
    vorname vornamen prenom prenoms voornaam`),
  ),
  lastName: ofSomebody(
    words(`lastname lastnames surname surnames familyname familynames lname namelast
    nachname familienname zuname nomdefamille apellido apellidos achternaam`),
  ),
  planId: words(`planid planids plannumber planno plancode planidentifier plans plan`),
  planType: words('plantype plantypes plankind typeofplan type'),
  reason: words('optoutreason reason reasontext reasonforoptout reasonforoptingout'),
}

/**
 * Headings of one half of a name. Other headings, such as dates, begin with the same words, so these count only if the
 * other half of the name also has a column.
 */
const halves = {
  firstName: ofSomebody(['first', 'given']),
  lastName: ofSomebody(['last', 'family']),
} as const

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * Matches only whole headings of Social Security and tax numbers, because names such as Tina or Singh begin the same
 * way.
 */
const taxHeading =
  /^(?:participant|employee|member)?(?:ssn?|sin|tin|tax(?:payer)?|social|socialsecurity|socialinsurance)(?:id|no|nr|num|number)?(?:last4|last4digits)?$/

const headingWords: ReadonlySet<string> = new Set([
  ...Object.values(known).flat(),
  ...Object.values(halves).flat(),
  ...words('effective effectivedate date status ssn'),
])

/**
 * How many cells are headings; 0 unless they are at least two and half of the cells present, because a name or a plan
 * may be one of these words.
 */
export const headingsIn = (cells: readonly string[]): number => {
  const count = cells.filter((cell) => headingWords.has(plain(cell))).length
  const filled = cells.filter((cell) => cell.trim() !== '').length
  return count >= 2 && count * 2 >= filled ? count : 0
}

const isTaxName = (name: string): boolean => taxHeading.test(plain(name))

/** Whether more than half of the values present have this form. */
const areMostly = (form: RegExp, values: readonly string[]): boolean => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.filter((value) => form.test(value)).length * 2 > filled.length
}

/** Whether more than half of the values present are Social Security numbers, in any spelling. */
export const holdsTaxNumbers = (values: readonly string[]): boolean => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.filter(isAnyTaxNumber).length * 2 > filled.length
}
const isAnyTaxNumber = (value: string) => isTaxNumber(value) || isMaskedTaxNumber(value)

type Sample = readonly (readonly string[])[]

const valuesOf = (sample: Sample, at: number): readonly string[] =>
  sample.map((cells) => cells[at] ?? '')

const mayHoldNames = (values: readonly string[]): boolean => !areMostly(/\d/, values)

const columnsOf = (names: readonly string[], sample: Sample): ListMapping => {
  const mapping = { ...noMapping }
  const taken = new Set<number>()
  const headings = names.map(plain)
  const find = (
    wanted: readonly string[],
    mayBe: (values: readonly string[]) => boolean,
  ): number | null => {
    for (const name of wanted) {
      const at = headings.findIndex(
        (heading, index) => !taken.has(index) && heading === name && mayBe(valuesOf(sample, index)),
      )
      if (at !== -1) return at
    }
    return null
  }
  const take = (field: Field, at: number | null): void => {
    mapping[field] = at
    if (at !== null) taken.add(at)
  }
  for (const field of listMappingSchema.keyof().options) {
    take(
      field,
      find(known[field], (values) => field !== 'participantId' || !holdsTaxNumbers(values)),
    )
  }
  const first = mapping.firstName ?? find(halves.firstName, mayHoldNames)
  const last = mapping.lastName ?? find(halves.lastName, mayHoldNames)
  if (first !== null && last !== null) {
    take('firstName', first)
    take('lastName', last)
  }
  return mapping
}

export const looksLikeHeader = (
  first: readonly string[],
  second: readonly string[] | undefined,
): boolean => {
  const hasDigit = (cells: readonly string[]): boolean => cells.some((cell) => /\d/.test(cell))
  if (Object.values(columnsOf(first, [])).some((column) => column !== null)) return true
  // Sin and Tin are also surnames: next to a participant's id they are not headings.
  if (first.some(isTaxName) && !hasDigit(first.filter((cell) => !isTaxName(cell)))) return true
  return second !== undefined && !hasDigit(first) && hasDigit(second)
}

/**
 * Columns that hold Social Security numbers under another heading. If such a column was chosen for an earlier file, it
 * may have held other numbers there.
 */
export const unnamedTaxColumns = (names: readonly string[], sample: Sample): number[] =>
  names.flatMap((name, index) =>
    !isTaxName(name) && holdsTaxNumbers(valuesOf(sample, index)) ? [index] : [],
  )

/**
 * The columns to read fields from, by their headings; null where none is certain. Only a person may choose a column of
 * Social Security or tax numbers as the participant's id; `note` says so.
 */
export const guessColumns = (
  names: readonly string[],
  sample: Sample,
): { readonly mapping: ListMapping; readonly note: string } => {
  const mapping = columnsOf(names, sample)
  const shy = names.findIndex(
    (name, index) => isTaxName(name) || holdsTaxNumbers(valuesOf(sample, index)),
  )
  const note =
    shy !== -1 && mapping.participantId === null
      ? `The column “${names[shy] ?? ''}” seems to hold Social Security numbers. It is taken as the participant id only where you chose it: do so if your plan uses it.`
      : ''
  return { mapping, note }
}

export const twiceNamed = (names: readonly string[], mapping: ListMapping): string[] =>
  Object.values(mapping)
    .flatMap((at) => (at === null ? [] : (names[at] ?? [])))
    .filter((name) => names.filter((other) => plain(other) === plain(name)).length > 1)
    .map((name) => `Several columns are named “${name}”. Make sure that the right one is chosen.`)
