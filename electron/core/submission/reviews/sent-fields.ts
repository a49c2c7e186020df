import { z } from 'zod'
import type { SentField } from '#shared/express/changes.ts'
import {
  fieldLabel,
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
import { fileSavings } from '#shared/savings/file-savings.ts'
import { isAskedFor } from '#shared/savings/own-rates.ts'
import type { SavingYear } from '#shared/savings/saving-year.ts'
import { sentLines } from '#shared/strategy/changes/sent-values.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { pensionsInFile } from '#shared/strategy/statement/file/file-pensions.ts'
import {
  filePay,
  savingsInFile,
  type FileSaving,
  type SavingsInFile,
} from '#shared/strategy/statement/file/file-savings.ts'
import { said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { savingWords } from '#shared/strategy/statement/savings/savings.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { ExpressBody } from '../../express/body-for.ts'
import { digestOf } from '../table/likeness.ts'

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
  TransactionHTTPEndpoint: "the recordkeeper's address; session values hidden",
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

/**
 * The review's view of a body: every field as sent, except that the XML is shortened and session secrets are hidden.
 */
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

const rowWords = (saving: FileSaving): Said => {
  const { planId, kind, rule } = saving.row
  const name = [planId, kinds[kind]].filter(Boolean).join(' ')
  return said`${name} ${savingWords(saving, 'not known')}${rule.length > 0 && said` (${rule})`}`
}

const ratesToday = (rows: SavingsInFile['rows'], rates: SentRates) =>
  rows
    .filter(({ row }) =>
      rates.some(({ PlanId = '', SavingsType = '' }) =>
        isAskedFor(row, { planId: PlanId, savingsType: SavingsType }),
      ),
    )
    .map(rowWords)

/**
 * The file's other savings: the employer's share in these plans, and the totals. A total of a single saving is left
 * out, because that saving is shown anyway.
 */
const savingsBeside = ({ rows, lines }: SavingsInFile, rates: SentRates) => {
  const planIds = new Set(rates.map(({ PlanId = '' }) => identityKey(PlanId)))
  const theirs = rows.filter(({ row }) => row.kind === 'employer')
  const shown = theirs.filter(
    ({ row: { planId } }) => planId === '' || planIds.has(identityKey(planId)),
  )
  const areSingle: readonly string[] = [
    ...(rows.length - theirs.length === 1 && ratesToday(rows, rates).length === 1 ? ['you'] : []),
    ...(theirs.length === 1 && shown.length === 1 ? ['employer'] : []),
  ]
  return [
    ...shown.map(rowWords),
    ...lines
      .filter(({ key }) => !areSingle.includes(key))
      .map((line) => said`${line.label} ${savingWords(line, line.absent)}`),
  ]
}

const aYear = (
  figure: Figure | null,
  aYear: number | null,
  { period, what }: { readonly period: AmountPeriod | undefined; readonly what: string },
) => {
  if (figure === null || aYear === null) return []
  const words = inFileWords({ aYear, period }, what)
  return said`${figure} a year${words.length > 0 && said` (${words} in the file)`}`
}

/** Each match in the file, with its rule and its effect. */
export const matchesOf = (profile: ParticipantProfile | null, year: SavingYear): Said[] =>
  (profile === null ? [] : savingsInFile(profile, fileSavings(profile, year)).rows)
    .filter(({ row }) => row.match !== null)
    .map((saving) => {
      const rule = separated([said`${saving.row.planId}`, saving.row.rule], ': ')
      return said`${rule}; brings ${savingWords(saving, 'what is not known')}`
    })

/** A field's values in the file; null if a file does not have the field. */
const fileToday = (
  name: SharedField,
  profile: ParticipantProfile,
  savings: SavingsInFile,
  rates: SentRates,
): readonly Said[] | null => {
  switch (name) {
    case 'Salary':
      return [
        aYear(filePay(profile), profile.salary, { period: profile.salaryPeriod, what: 'Salary' }),
      ]
    case 'SavingsRateDetails':
      return ratesToday(savings.rows, rates)
    case 'PensionTypes':
      return pensionsInFile(profile).pensions.map(
        ({ pension: { amount: sent, period, startYear, cola }, amount }) =>
          separated(
            [
              aYear(amount, sent, { period, what: `Pension from ${startYear || 'no year'}` }),
              said`${startYear && `from ${startYear}`}`,
              said`${cola && 'rising with prices'}`,
            ],
            ' ',
          ),
      )
    case 'ExcludeSocialSecurity':
      return [said`${profile.socialSecurityFlag && `SSFlag ${profile.socialSecurityFlag}`}`]
    case 'DOB':
      return [said`${profile.dateOfBirth}`]
    case 'Gender':
      return [said`${profile.gender}`]
    case 'StateOfResidence':
      return [said`${profile.state}`]
    case 'RetirementAge':
    case 'DesiredRetirementIncome':
    case 'ForecastType':
      return []
    case 'ClientId':
    case 'ParticipantXML':
    case 'TransactionHTTPEndpoint':
      return null
  }
}

/**
 * Describes every field of `body`, in order, with its value in the participant file. A field of unknown form is shown
 * as JSON without its secrets, so that nothing is sent unseen. `sentAs` belongs to the environment; `law` has sentences
 * about the savings rates, and the file's savings are those of `year`; rates are also shown in dollars of `pay`.
 */
export const sentFields = (
  body: ExpressBody,
  profile: ParticipantProfile | null,
  sentAs: SentAs,
  {
    year,
    law,
    pay,
  }: {
    readonly year: SavingYear
    readonly law: readonly Said[]
    readonly pay: Figure | null
  },
): SentField[] => {
  const request = sendableSchema.safeParse(body)
  if (!request.success) {
    return previewOf(body, sentAs).fields.map(({ name, value }) => ({
      name,
      label: fieldLabel(name),
      lines: [[JSON.stringify(value)]],
      leftOut: '',
      file: null,
    }))
  }
  const rates = request.data.SavingsRateDetails ?? []
  const order = Object.keys(body)
  const words = requestWords(request.data, sentAs).toSorted(
    (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
  )
  const savings = profile && savingsInFile(profile, fileSavings(profile, year))
  const inFile = (name: string, file: ParticipantProfile, saved: SavingsInFile) => {
    if (isShared(name)) return fileToday(name, file, saved, rates)
    const own = ownFields[name]?.file
    return own === undefined ? null : [said`${own(file)}`]
  }
  return words.map((field) => {
    const isSavings = field.name === 'SavingsRateDetails'
    const beside = isSavings && savings !== null ? savingsBeside(savings, rates) : []
    const file = profile === null || savings === null ? null : inFile(field.name, profile, savings)
    return {
      ...field,
      lines: sentLines(field.name, field.lines, request.data, sentAs, pay),
      file: file && file.filter((part) => part.length > 0),
      ...(beside.length === 0 ? {} : { beside }),
      ...(isSavings && law.length > 0 ? { law: [...law] } : {}),
    }
  })
}
