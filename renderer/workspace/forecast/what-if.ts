import { NumberParser } from '@internationalized/number'
import type { ZodSafeParseResult } from 'zod'
import { toNumericText } from '#shared/text/numeric-text.ts'
import {
  caseInformationInputsSchema,
  forecastInputsSchema,
  type CaseInformationInputs,
  type ForecastInputs,
} from '#shared/express/requests.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { changesNothing, openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { given } from '../../lib/given.ts'
import { locale } from '../../lib/locale.ts'

const parsers = new Map<string, NumberParser>()
const parserFor = (locale: string): NumberParser => {
  const known = parsers.get(locale)
  if (known) return known
  const made = new NumberParser(locale, { style: 'decimal', maximumFractionDigits: 10 })
  parsers.set(locale, made)
  return made
}

/**
 * A number typed in the user's locale: `75,000`, `$75 000`, `75.000,50`, or in Arabic digits. Ignores a dollar or
 * percent sign. `null` for empty text, `NaN` if it is not a number.
 */
export const typedNumber = (text: string, language = locale()): number | null => {
  const bare = text.replace(/US\$|[$%]/g, '').trim()
  if (bare === '') return null
  return /\p{Nd}/u.test(bare) && !/[a-z]/i.test(bare) ? parserFor(language).parse(bare) : Number.NaN
}

/** Like {@link typedNumber}, but `null` if the text is not a number. */
export const numberTyped = (text: string): number | null => {
  const typed = typedNumber(text)
  return Number.isNaN(typed) ? null : typed
}

/** A number as typed in this locale. */
export const asTyped = (value: number | null, language = locale()): string =>
  value === null ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(value)

/**
 * The fields as the user typed them. An empty field is left out of the request, so that the
 * service's default applies.
 */
export interface SavingsDraft {
  readonly key: number
  planId: string
  savingsType: string
  value: string
}

export interface PensionDraft {
  readonly key: number
  amount: string
  startYear: string
  cola: boolean
  fromRecordKeeper: boolean
}

/** Errors by field: `RetirementAge`, `SavingsRateDetails.0.Value` … */
export type FieldErrors = Readonly<Record<string, string>>

export const markWrong = (error: string | undefined) =>
  ({
    color: error ? 'error' : 'primary',
    highlight: Boolean(error),
    'aria-invalid': Boolean(error),
  }) as const

type Typed<T> =
  | { readonly inputs: T; readonly errors: null }
  | { readonly inputs: null; readonly errors: FieldErrors }

export const nextKey = (rows: readonly { readonly key: number }[]): number =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1

export const emptyWhatIf = () => ({
  retirementAge: '',
  salary: '',
  excludeSocialSecurity: false,
  forecastType: '',
  /** Dollars a month. This is the program's own input and is never sent with a forecast. */
  goal: '',
  /** The claim age. Its effect is an estimate (decision 0045), and it is never sent with a submission. */
  claimAge: '',
  savings: new Array<SavingsDraft>(),
  pensions: new Array<PensionDraft>(),
})
export type WhatIfDraft = ReturnType<typeof emptyWhatIf>

export const copyOfDraft = (draft: WhatIfDraft): WhatIfDraft => ({
  ...draft,
  savings: draft.savings.map((row) => ({ ...row })),
  pensions: draft.pensions.map((row) => ({ ...row })),
})

/** The draft of a forecast, the reverse of {@link readWhatIf}. */
export const draftOf = ({
  inputs,
  claim,
}: Pick<SavedForecast, 'inputs' | 'claim'>): WhatIfDraft => ({
  ...emptyWhatIf(),
  claimAge: asTyped(claim?.age ?? null),
  retirementAge: asTyped(inputs.RetirementAge ?? null),
  salary: asTyped(inputs.Salary ?? null),
  excludeSocialSecurity: inputs.ExcludeSocialSecurity === true,
  forecastType: inputs.ForecastType ?? '',
  savings: (inputs.SavingsRateDetails ?? []).map(({ PlanId, SavingsType, Value }, key) => ({
    key,
    planId: PlanId ?? '',
    savingsType: SavingsType ?? '',
    value: Value === undefined ? '' : asTyped(Number(Value)),
  })),
  pensions: (inputs.PensionTypes ?? []).map(
    ({ Amount, StartYear, Cola, IsFromRecordKeeper }, key) => ({
      key,
      amount: asTyped(Amount ?? null),
      startYear: StartYear ?? '',
      cola: Cola ?? false,
      fromRecordKeeper: IsFromRecordKeeper ?? false,
    }),
  ),
})

export const caseDraftFor = (profile: ParticipantProfile | null) => ({
  salary: asTyped(profile?.salary ?? null),
  retirementAge: '',
  dateOfBirth: profile?.dateOfBirth ?? '',
  gender: profile?.gender ?? '',
  /** Ages separated by commas or spaces. */
  claimAges: '',
})
export type CaseDraft = ReturnType<typeof caseDraftFor>

const messages: readonly (readonly [RegExp, string])[] = [
  [/^RetirementAge$/, 'A whole number, for example 67.'],
  [/^Salary$/, 'Dollars a year, for example 65,000.'],
  [/^SavingsRateDetails\.\d+\.Value$/, 'A number, for example 6 or 4.5.'],
  [/^PensionTypes\.\d+\.Amount$/, 'Dollars a year, for example 12,000.'],
  [/^PensionTypes\.\d+\.StartYear$/, 'A year with four digits.'],
  [/^DOB$/, 'A date of birth.'],
  [/^SSAgeOverride/, 'Whole ages, for example 62, 67, 70.'],
]

const typedOf = <T>(parsed: ZodSafeParseResult<T>): Typed<T> => {
  if (parsed.success) return { inputs: parsed.data, errors: null }
  const errors = parsed.error.issues.map(({ path, message }) => {
    const field = path.join('.')
    return [field, messages.find(([pattern]) => pattern.test(field))?.[1] ?? message] as const
  })
  return { inputs: null, errors: Object.fromEntries(errors) }
}

/** A typed number as numeric text. Other text is kept as typed, and the schema rejects it. */
export const typedNumericText = (text: string): string => {
  const value = typedNumber(text)
  return value === null || Number.isNaN(value) ? text.trim() : toNumericText(value)
}

const givenList = (name: string, rows: readonly unknown[]) =>
  rows.length === 0 ? {} : { [name]: rows }

/** Reads the request in a draft and checks it with the request's schema. */
export const readWhatIf = (draft: WhatIfDraft): Typed<ForecastInputs> => {
  const parsed = forecastInputsSchema.safeParse({
    ...given('RetirementAge', typedNumber(draft.retirementAge)),
    ...given('Salary', typedNumber(draft.salary)),
    ...(draft.excludeSocialSecurity ? { ExcludeSocialSecurity: true } : {}),
    ...given('ForecastType', draft.forecastType.trim()),
    ...givenList(
      'SavingsRateDetails',
      draft.savings.map(({ planId, savingsType, value }) => ({
        ...given('PlanId', planId.trim()),
        SavingsType: savingsType.trim(),
        ...given('Value', typedNumericText(value)),
      })),
    ),
    ...givenList(
      'PensionTypes',
      draft.pensions.map(({ amount, startYear, cola, fromRecordKeeper }) => ({
        ...given('Amount', typedNumber(amount)),
        Cola: cola,
        IsFromRecordKeeper: fromRecordKeeper,
        ...given('StartYear', startYear.trim()),
      })),
    ),
  })
  return typedOf(parsed)
}

/**
 * Reads the Case information request in a draft. Salary, retirement age and date of birth are
 * required.
 */
export const readCase = (draft: CaseDraft): Typed<CaseInformationInputs> => {
  const ages = draft.claimAges.split(/[\s,;]+/).filter(Boolean)
  const parsed = caseInformationInputsSchema.safeParse({
    Salary: typedNumber(draft.salary),
    RetirementAge: typedNumber(draft.retirementAge),
    DOB: draft.dateOfBirth.trim(),
    ...given('Gender', draft.gender.trim()),
    ...givenList('SSAgeOverride', ages.map(Number)),
  })
  return typedOf(parsed)
}

/** The typed plan: the inputs to send, and the claim age, which is approximated here instead of sent. */
type ReadPlan = Typed<ForecastInputs> & {
  /** `null` if none is typed, if Social Security is excluded, or if there are errors. */
  readonly claimAge: number | null
}

/** Says why a claim age cannot be used; empty if it can. */
const claimAgeError = (typed: number | null, ageNow: number | null) => {
  if (typed === null) return ''
  const ages = openClaimAges(ageNow)
  const [first, last] = [ages[0], ages.at(-1)]
  if (first === undefined || last === undefined) return 'No claim age is ahead any more.'
  return ages.includes(typed) ? '' : `A whole age from ${first} to ${last}.`
}

/**
 * Reads the typed plan. `errors` has the invalid fields, in which the claim age is called
 * `ClaimAge`.
 */
export const readPlan = (draft: WhatIfDraft, ageNow: number | null): ReadPlan => {
  const typed = readWhatIf(draft)
  const claimAge = draft.excludeSocialSecurity ? null : typedNumber(draft.claimAge)
  const wrong = claimAgeError(claimAge, ageNow)
  if (typed.inputs === null || wrong !== '')
    return {
      inputs: null,
      claimAge: null,
      errors: { ...typed.errors, ...(wrong === '' ? {} : { ClaimAge: wrong }) },
    }
  return { inputs: typed.inputs, claimAge, errors: null }
}

/** True if a forecast was run with exactly the typed inputs. */
export const isRunOf = (
  { inputs, claimAge }: ReadPlan,
  shown: { readonly inputs: ForecastInputs; readonly claim?: { readonly age: number } | undefined },
): boolean =>
  inputs !== null &&
  JSON.stringify(inputs) === JSON.stringify(shown.inputs) &&
  claimAge === (shown.claim?.age ?? null)

/** True if nothing was changed, so that the answer describes today. */
export const isOfToday = (saved: Pick<SavedForecast, 'kind' | 'inputs' | 'claim'>): boolean =>
  saved.kind === 'forecast' && changesNothing(saved)
