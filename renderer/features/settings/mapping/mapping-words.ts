import { amountFields } from '#shared/participant/amount-periods.ts'
import { mappingParts, type MappingPart, type ValueField } from '#shared/participant/mapping.ts'

/** A line's key, label and help text, for a part with its elements or for a single value. */
type Entry = readonly [key: MappingPart | ValueField, label: string, help?: string]

const isPart = (key: Entry[0]): key is MappingPart => mappingParts.some((part) => part === key)

/** One line of the screen. `amount` is set for dollar amounts, which need a period. */
const lineOf = ([key, label, help = '']: Entry) => ({
  ...(isPart(key) ? { kind: 'elements' as const, key } : { kind: 'values' as const, key }),
  label,
  help,
  amount: amountFields.find((field) => field === key),
})

/** Every line of a mapping, in the order in which they appear in a file. */
const groups: readonly {
  readonly title: string
  readonly lead: string
  readonly entries: readonly Entry[]
}[] = [
  {
    title: 'Participant',
    lead: 'Which element holds a participant, and who it is.',
    entries: [
      [
        'record',
        'All of one participant',
        'The element around everything of one participant. May be empty.',
      ],
      ['participant', 'Who it is', 'The element with the person. May be the same one.'],
      ['userId', 'Participant id'],
      ['clientId', 'Client id'],
      ['firstName', 'First name'],
      ['middleName', 'Middle name'],
      ['lastName', 'Last name'],
      ['dateOfBirth', 'Date of birth'],
      ['gender', 'Gender'],
      ['maritalStatus', 'Marital status'],
      ['email', 'Email'],
      ['city', 'City'],
      ['state', 'State'],
      ['socialSecurityFlag', 'Social Security flag'],
      ['salary', 'Salary'],
    ],
  },
  {
    title: 'Plans and holdings',
    lead: 'Places are looked for inside the element of the plan or holding; @Name is an attribute of that element itself.',
    entries: [
      ['account', 'A plan'],
      ['planId', 'Plan id'],
      ['planType', 'Plan type'],
      ['status', 'Status'],
      ['combinedLimit', 'Combined limit, percent'],
      ['accountTotal', 'Balance of the plan'],
      ['holding', 'A holding'],
      ['customFundId', 'Fund id'],
      ['morningstarId', 'Morningstar id'],
      ['holdingName', 'Fund name'],
      ['transactionId', 'Transaction id'],
      ['balance', 'Balance of the holding'],
      ['currentMin', 'Least today'],
      ['currentMax', 'Most today'],
      ['futureMax', 'Most in the future, percent'],
      ['expense', 'Expense ratio, percent a year'],
    ],
  },
  {
    title: 'Pensions and contribution rates',
    lead: 'The values are the same for all four kinds of contribution; a match is the employer’s.',
    entries: [
      ['pension', 'A pension'],
      ['pensionAmount', 'Amount of a pension'],
      ['pensionStartYear', 'Start year'],
      ['pensionCola', 'Cost-of-living increases'],
      ['preTaxRule', 'Pre-tax contribution'],
      ['rothRule', 'Roth contribution'],
      ['postTaxRule', 'After-tax contribution'],
      ['employerRule', 'Employer contribution'],
      ['rulePlanId', 'Plan id of a contribution'],
      ['contributionRate', 'Rate, percent of pay'],
      ['contributionAmount', 'Amount of a contribution'],
      ['matchRate', 'Match, percent of each dollar'],
      ['matchLimit', 'Match up to, percent of pay'],
      ['matchMost', 'Most that a match brings'],
    ],
  },
  {
    title: 'The file',
    lead: 'Facts about the file as a whole.',
    entries: [
      ['file', 'The file'],
      ['fileType', 'File type'],
      ['timeStamp', 'Time stamp'],
    ],
  },
]

export const mappingGroups = groups.map(({ entries, ...group }) => ({
  ...group,
  lines: entries.map(lineOf),
}))
export type MappingGroup = (typeof mappingGroups)[number]
export type MappingLine = MappingGroup['lines'][number]
