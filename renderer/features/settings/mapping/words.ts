import type { AmountField } from '#shared/participant/amount-periods.ts'
import type { MappingPart, ValueField } from '#shared/participant/mapping.ts'

/** A line of the screen: a part's elements, or a value; `amount` for dollars of some period. */
export type MappingLine = { readonly label: string; readonly help: string } & (
  | { readonly kind: 'elements'; readonly key: MappingPart }
  | { readonly kind: 'values'; readonly key: ValueField; readonly amount?: AmountField }
)

export interface MappingGroup {
  readonly title: string
  readonly lead: string
  readonly lines: readonly MappingLine[]
}

const part = (key: MappingPart, label: string, help = ''): MappingLine => ({
  kind: 'elements',
  key,
  label,
  help,
})
const value = (key: ValueField, label: string): MappingLine => ({
  kind: 'values',
  key,
  label,
  help: '',
})
const amount = (key: AmountField, label: string): MappingLine => ({
  kind: 'values',
  key,
  label,
  help: '',
  amount: key,
})

/** All of a mapping, in the order in which a file is understood. */
export const mappingGroups: readonly MappingGroup[] = [
  {
    title: 'Participant',
    lead: 'Which element holds a participant, and who it is.',
    lines: [
      part(
        'record',
        'All of one participant',
        'The element around everything of one participant. May be empty.',
      ),
      part('participant', 'Who it is', 'The element with the person. May be the same one.'),
      value('userId', 'Participant id'),
      value('clientId', 'Client id'),
      value('firstName', 'First name'),
      value('middleName', 'Middle name'),
      value('lastName', 'Last name'),
      value('dateOfBirth', 'Date of birth'),
      value('gender', 'Gender'),
      value('maritalStatus', 'Marital status'),
      value('email', 'Email'),
      value('city', 'City'),
      value('state', 'State'),
      value('socialSecurityFlag', 'Social Security flag'),
      amount('salary', 'Salary'),
    ],
  },
  {
    title: 'Plans and holdings',
    lead: 'Places are looked for inside the element of the plan or holding; @Name is an attribute of that element itself.',
    lines: [
      part('account', 'A plan'),
      value('planId', 'Plan id'),
      value('planType', 'Plan type'),
      value('status', 'Status'),
      value('combinedLimit', 'Combined limit, percent'),
      value('accountTotal', 'Balance of the plan'),
      part('holding', 'A holding'),
      value('customFundId', 'Fund id'),
      value('morningstarId', 'Morningstar id'),
      value('holdingName', 'Fund name'),
      value('transactionId', 'Transaction id'),
      value('balance', 'Balance of the holding'),
      value('currentMin', 'Least today, percent'),
      value('currentMax', 'Most today, percent'),
      value('futureMax', 'Most in the future, percent'),
    ],
  },
  {
    title: 'Pensions and contribution rates',
    lead: 'The values are the same for all four kinds of contribution; a match is the employer’s.',
    lines: [
      part('pension', 'A pension'),
      amount('pensionAmount', 'Amount of a pension'),
      value('pensionStartYear', 'Start year'),
      value('pensionCola', 'Cost-of-living increases'),
      part('preTaxRule', 'Pre-tax contribution'),
      part('rothRule', 'Roth contribution'),
      part('postTaxRule', 'After-tax contribution'),
      part('employerRule', 'Employer contribution'),
      value('rulePlanId', 'Plan id of a contribution'),
      value('contributionRate', 'Rate, percent of pay'),
      amount('contributionAmount', 'Amount of a contribution'),
      value('matchRate', 'Match, percent of each dollar'),
      value('matchLimit', 'Match up to, percent of pay'),
      amount('matchMost', 'Most that a match brings'),
    ],
  },
  {
    title: 'The file',
    lead: 'Facts about the file as a whole.',
    lines: [
      part('file', 'The file'),
      value('fileType', 'File type'),
      value('timeStamp', 'Time stamp'),
    ],
  },
]
