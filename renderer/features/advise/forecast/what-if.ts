import { toNumericText } from '#shared/numeric-text.ts'
import {
  caseInformationInputsSchema,
  forecastInputsSchema,
  type CaseInformationInputs,
  type ForecastInputs,
} from '#shared/express/requests.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { given } from '../../../lib/given.ts'
import { asTyped, typedNumber } from './typed-number.ts'

/** The fields as typed. The request leaves out an empty field, so the service's default applies. */
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

export interface WhatIfDraft {
  retirementAge: string
  salary: string
  excludeSocialSecurity: boolean
  forecastType: string
  /** Dollars a month; ours, never sent with a forecast. */
  need: string
  /** The age at which Social Security starts: our approximation, never sent with a submission. */
  claimAge: string
  savings: SavingsDraft[]
  pensions: PensionDraft[]
}

export interface CaseDraft {
  salary: string
  retirementAge: string
  dateOfBirth: string
  gender: string
  /** Ages separated by commas or blanks. */
  claimAges: string
}

/** Errors by field: `RetirementAge`, `SavingsRateDetails.0.Value` … */
export type FieldErrors = Readonly<Record<string, string>>

export type Typed<T> =
  | { readonly inputs: T; readonly errors: null }
  | { readonly inputs: null; readonly errors: FieldErrors }

export const emptyWhatIf = (): WhatIfDraft => ({
  retirementAge: '',
  salary: '',
  excludeSocialSecurity: false,
  forecastType: '',
  need: '',
  claimAge: '',
  savings: [],
  pensions: [],
})

export const copyOfDraft = (draft: WhatIfDraft): WhatIfDraft => ({
  ...draft,
  savings: draft.savings.map((row) => ({ ...row })),
  pensions: draft.pensions.map((row) => ({ ...row })),
})

/** A forecast's draft: {@link readWhatIf} turns it back into its inputs and claim age. */
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
    ...{ key, planId: PlanId ?? '', savingsType: SavingsType ?? '' },
    value: Value === undefined ? '' : asTyped(Number(Value)),
  })),
  pensions: (inputs.PensionTypes ?? []).map(
    ({ Amount, StartYear, Cola, IsFromRecordKeeper }, key) => ({
      ...{ key, amount: asTyped(Amount ?? null), startYear: StartYear ?? '' },
      ...{ cola: Cola ?? false, fromRecordKeeper: IsFromRecordKeeper ?? false },
    }),
  ),
})

export const caseDraftFor = (profile: ParticipantProfile | null): CaseDraft => ({
  salary: asTyped(profile?.salary ?? null),
  retirementAge: '',
  dateOfBirth: profile?.dateOfBirth ?? '',
  gender: profile?.gender ?? '',
  claimAges: '',
})

const messages: readonly (readonly [RegExp, string])[] = [
  [/^RetirementAge$/, 'A whole number, for example 67.'],
  [/^Salary$/, 'Dollars a year, for example 65,000.'],
  [/^SavingsRateDetails\.\d+\.Value$/, 'A number, for example 6 or 4.5.'],
  [/^PensionTypes\.\d+\.Amount$/, 'Dollars a year, for example 12,000.'],
  [/^PensionTypes\.\d+\.StartYear$/, 'A year with four digits.'],
  [/^DOB$/, 'A date of birth.'],
  [/^SSAgeOverride/, 'Whole ages, for example 62, 67, 70.'],
]

const messageFor = (path: string, fallback: string): string =>
  messages.find(([pattern]) => pattern.test(path))?.[1] ?? fallback

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const errorsOf = (issues: readonly Issue[]): FieldErrors =>
  Object.fromEntries(
    issues.map(({ path, message }) => {
      const field = path.map(String).join('.')
      return [field, messageFor(field, message)]
    }),
  )

/** A number as numeric text; other text stays as typed, for the schema to refuse. */
export const numericText = (text: string): string => {
  const value = typedNumber(text)
  return value === null || Number.isNaN(value) ? text.trim() : toNumericText(value)
}

/** The request of a draft, checked by the request's own schema. */
export const readWhatIf = (draft: WhatIfDraft): Typed<ForecastInputs> => {
  const parsed = forecastInputsSchema.safeParse({
    ...given('RetirementAge', typedNumber(draft.retirementAge)),
    ...given('Salary', typedNumber(draft.salary)),
    ...(draft.excludeSocialSecurity ? { ExcludeSocialSecurity: true } : {}),
    ...given('ForecastType', draft.forecastType.trim()),
    ...(draft.savings.length === 0
      ? {}
      : {
          SavingsRateDetails: draft.savings.map(({ planId, savingsType, value }) => ({
            ...given('PlanId', planId.trim()),
            SavingsType: savingsType.trim(),
            ...given('Value', numericText(value)),
          })),
        }),
    ...(draft.pensions.length === 0
      ? {}
      : {
          PensionTypes: draft.pensions.map(({ amount, startYear, cola, fromRecordKeeper }) => ({
            ...given('Amount', typedNumber(amount)),
            Cola: cola,
            IsFromRecordKeeper: fromRecordKeeper,
            ...given('StartYear', startYear.trim()),
          })),
        }),
  })
  return parsed.success
    ? { inputs: parsed.data, errors: null }
    : { inputs: null, errors: errorsOf(parsed.error.issues) }
}

/** The case information request of a draft; salary, retirement age and date of birth are required. */
export const readCase = (draft: CaseDraft): Typed<CaseInformationInputs> => {
  const ages = draft.claimAges.split(/[\s,;]+/).filter((part) => part !== '')
  const parsed = caseInformationInputsSchema.safeParse({
    Salary: typedNumber(draft.salary),
    RetirementAge: typedNumber(draft.retirementAge),
    DOB: draft.dateOfBirth.trim(),
    ...given('Gender', draft.gender.trim()),
    ...(ages.length === 0 ? {} : { SSAgeOverride: ages.map(Number) }),
  })
  return parsed.success
    ? { inputs: parsed.data, errors: null }
    : { inputs: null, errors: errorsOf(parsed.error.issues) }
}
