import { z } from 'zod'
import type { SentField } from '#shared/express/changes.ts'
import {
  fieldLabel,
  fieldLines,
  isShared,
  requestWords,
  sendableSchema,
  type SentAs,
  type SharedField,
} from '#shared/express/field-words.ts'
import { ownFields } from '#shared/express/operations.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'
import { identityKey } from '#shared/identity-key.ts'
import { isObject } from '#shared/is-object.ts'
import { type Json, jsonSchema } from '#shared/json.ts'
import { type AmountPeriod, inFileWords } from '#shared/participant/amount-periods.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { figureWords } from '#shared/savings/figures.ts'
import { fileSavings, type FileSavings, type FileSavingsRow } from '#shared/savings/file-savings.ts'
import { fileLines } from '#shared/savings/lines.ts'
import { isAskedFor } from '#shared/savings/own-rates.ts'
import type { SavingYear } from '#shared/savings/saving-year.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { ExpressBody } from '../../express/body-for.ts'
import { digestOf } from '../guard/likeness.ts'

const hidden = '••••••'

const descriptionsFor = ({ salary, pensionAmount }: SentAs): Readonly<Record<string, string>> => ({
  ClientId: 'the client the service knows this environment by',
  ParticipantXML: 'the participant file, sent exactly as it was opened',
  RetirementAge: 'target retirement age',
  Salary: `sent as dollars a ${salary}, by a setting of the environment`,
  PensionTypes: `pensions, sent as dollars a ${pensionAmount}, by a setting of the environment`,
  SavingsRateDetails: 'savings rates',
  ExcludeSocialSecurity: 'leave Social Security out',
  DesiredRetirementIncome: 'income goal',
  TransactionHTTPEndpoint: "the record-keeper's address; session values hidden",
})

const short = (name: string, value: Json) => {
  if (name === 'ParticipantXML' && typeof value === 'string') {
    return `${value.slice(0, 160)}… (${value.length} characters in all)`
  }
  if (name === 'TransactionHTTPEndpoint' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'TransURL' || inner === '' ? inner : hidden,
      ]),
    )
  }
  return value
}

const asSent = z.record(z.string(), jsonSchema)

/** The review's view of a body: every field as sent, but the XML is shortened and session secrets are hidden. */
export const previewOf = (
  body: ExpressBody,
  sentAs: SentAs,
): Pick<SubmissionReview, 'fields' | 'bodyPreview' | 'bodyBytes' | 'bodySha256'> => {
  const text = JSON.stringify(body)
  const descriptions = descriptionsFor(sentAs)
  const shown = Object.entries(asSent.parse(JSON.parse(text))).map(
    ([name, value]) => [name, short(name, value)] as const,
  )
  return {
    fields: shown.map(([name, value]) => ({
      name,
      value,
      description: descriptions[name] ?? ownFields[name]?.description ?? '',
    })),
    bodyPreview: JSON.stringify(Object.fromEntries(shown), null, 2),
    bodyBytes: Buffer.byteLength(text),
    bodySha256: digestOf(body),
  }
}

const kinds = {
  pretax: 'pre-tax',
  posttax: 'post-tax',
  roth: 'Roth',
  employer: 'employer',
} as const

type SentRates = NonNullable<EnrollInputs['SavingsRateDetails']>

const rowWords = (row: FileSavingsRow) => {
  const name = [row.planId, kinds[row.kind]].filter(Boolean).join(' ')
  const rule = row.rule === '' ? '' : ` (${row.rule})`
  return `${name} ${figureWords(row) || 'not known'}${rule}`
}

const ratesToday = (savings: FileSavings, rates: SentRates) =>
  savings.rows
    .filter((row) =>
      rates.some(({ PlanId = '', SavingsType = '' }) =>
        isAskedFor(row, { planId: PlanId, savingsType: SavingsType }),
      ),
    )
    .map(rowWords)
    .join('; ')

/** Other savings in the file: the employer's share in these plans, and the total. */
const savingsBeside = (savings: FileSavings, rates: SentRates) => {
  const planIds = new Set(rates.map(({ PlanId = '' }) => identityKey(PlanId)))
  const employers = savings.rows.filter(
    ({ kind, planId }) =>
      kind === 'employer' && (planId === '' || planIds.has(identityKey(planId))),
  )
  const lines = fileLines(savings).map(
    (line) => `${line.label} ${figureWords(line) || line.absent}`,
  )
  return [...employers.map(rowWords), ...lines].join('; ')
}

const inDollars = (value: number) => fieldLines({ Salary: value }, 'Salary').join()

const aYear = (value: number | null, period: AmountPeriod | undefined) => {
  if (value === null) return ''
  const written = inFileWords({ aYear: value, period }, inDollars)
  return `${inDollars(value)} a year${written === '' ? '' : ` (${written} in the file)`}`
}

/** Each match in the file, with its rule and its effect. */
export const matchesOf = (profile: ParticipantProfile | null, year: SavingYear): string[] =>
  (profile === null ? [] : fileSavings(profile, year).rows)
    .filter(({ match }) => match !== null)
    .map(
      (row) =>
        `${[row.planId, row.rule].filter(Boolean).join(': ')}; brings ${figureWords(row) || 'what is not known'}`,
    )

/** A field's value in the file; null if a file has no such field. */
const fileToday = (
  name: SharedField,
  profile: ParticipantProfile,
  savings: FileSavings,
  rates: SentRates,
) => {
  switch (name) {
    case 'Salary':
      return aYear(profile.salary, profile.salaryPeriod)
    case 'SavingsRateDetails':
      return ratesToday(savings, rates)
    case 'PensionTypes':
      return profile.pensions
        .map(({ amount, period, startYear, cola }) =>
          [
            aYear(amount, period),
            startYear === '' ? '' : `from ${startYear}`,
            cola ? 'rising with prices' : '',
          ]
            .filter(Boolean)
            .join(' '),
        )
        .join('; ')
    case 'ExcludeSocialSecurity':
      return profile.socialSecurityFlag === '' ? '' : `SSFlag ${profile.socialSecurityFlag}`
    case 'DOB':
      return profile.dateOfBirth
    case 'Gender':
      return profile.gender
    case 'StateOfResidence':
      return profile.state
    case 'RetirementAge':
    case 'DesiredRetirementIncome':
    case 'ForecastType':
      return ''
    case 'ClientId':
    case 'ParticipantXML':
    case 'TransactionHTTPEndpoint':
      return null
  }
}

/**
 * Every field of `body` in words, in order, beside its value in the participant's file. A field of unknown form is
 * shown as JSON without its secrets, so that nothing is sent unseen. `sentAs` belongs to the environment; `law` has
 * sentences on the savings rates, and the file's savings are those of `year`.
 */
export const sentFields = (
  body: ExpressBody,
  profile: ParticipantProfile | null,
  sentAs: SentAs,
  { year, law }: { readonly year: SavingYear; readonly law: readonly string[] },
): SentField[] => {
  const request = sendableSchema.safeParse(body)
  if (!request.success) {
    return previewOf(body, sentAs).fields.map(({ name, value }) => ({
      name,
      label: fieldLabel(name),
      lines: [JSON.stringify(value)],
      leftOut: '',
      file: null,
    }))
  }
  const rates = request.data.SavingsRateDetails ?? []
  const order = Object.keys(body)
  const words = requestWords(request.data, sentAs).toSorted(
    (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
  )
  const savings = profile && fileSavings(profile, year)
  const inFile = (name: string, said: ParticipantProfile, saved: FileSavings) =>
    isShared(name) ? fileToday(name, said, saved, rates) : (ownFields[name]?.file?.(said) ?? null)
  return words.map((field) => {
    const isSavings = field.name === 'SavingsRateDetails'
    const beside = isSavings && savings !== null ? savingsBeside(savings, rates) : ''
    return {
      ...field,
      file: profile === null || savings === null ? null : inFile(field.name, profile, savings),
      ...(beside === '' ? {} : { beside }),
      ...(isSavings && law.length > 0 ? { law: [...law] } : {}),
    }
  })
}
