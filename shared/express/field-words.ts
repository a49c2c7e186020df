import { z } from 'zod'
import { toNumericText } from './numeric-text.ts'
import { enrollRequestSchema, type EnrollRequest } from './operations/enrollment.ts'
import { optoutRequestSchema, type OptoutRequest } from './operations/optout.ts'

/** What a submission sends, field by field in words: the same in the form, in the review and on the receipt. */

type AllFields = EnrollRequest & OptoutRequest
type Values = { readonly [Name in keyof AllFields]-?: NonNullable<AllFields[Name]> }
export type SendableField = keyof Values
/** The fields that any submission may send, whichever there are. */
export type Sendable = { readonly [Name in SendableField]?: Values[Name] | undefined }

/** A request of any submission, whichever fields it has. */
export const sendableSchema = z
  .strictObject({ ...enrollRequestSchema.shape, ...optoutRequestSchema.shape })
  .partial()

type Period = 'year' | 'month'
/** What an amount of a request is sent as; the specification shows no unit for these. */
export interface SentAs {
  readonly salary: Period
  readonly pensionAmount: Period
}

interface Words<T> {
  readonly label: string
  /**
   * A line for each value that goes, all digits kept; none for an empty list. Without `sentAs` the values are a person's, who
   * typed dollars a year; with it they are what a request has.
   */
  readonly lines: (value: T, sentAs?: SentAs) => readonly string[]
  /** Which values the lines leave out, and why; absent where they have all. */
  readonly leftOut?: (value: T) => string
}

/** Dollars with every digit that is sent: `$81,234.50`, `$12,000`. */
const dollars = (value: number): string => {
  const text = String(value)
  const [whole = '0', cents] = (text.includes('e') ? toNumericText(value) : text).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return cents === undefined ? `$${grouped}` : `$${grouped}.${cents.padEnd(2, '0')}`
}

/** What of a row or an object is not given is said, for it is sent that way. */
const planWords = (planId = 'no plan id', planType = 'no plan type'): string =>
  `${planId} (${planType})`
const one = (value: string | number): readonly string[] => [String(value)]
/** Midnight says no more than the day. */
const day = (moment: string): string => moment.replace(/T00:00(:00(\.0+)?)?(Z|[+-]00:00)$/, '')

/** What stands after `?` or `#` may be a session of the record-keeper. */
const withoutQuery = (address: string): string => /^[^?#]*/.exec(address)?.[0] ?? address

const savingsLine = ({
  PlanId = 'no plan id',
  SavingsType = '',
  Value,
}: Values['SavingsRateDetails'][number]): string =>
  `${PlanId}${SavingsType === '' ? '' : `, type ${SavingsType}`}: ${Value === undefined ? 'no value' : `${Value}%`}`

const pensionLine = (
  { Amount, StartYear, Cola, IsFromRecordKeeper }: Values['PensionTypes'][number],
  sentAs?: SentAs,
): string =>
  [
    `${Amount === undefined ? 'no amount' : sentAs ? dollars(Amount) : `${dollars(Amount)} a year`} from ${StartYear ?? 'no start year'}`,
    ...(Amount === undefined || !sentAs ? [] : [`sent as dollars a ${sentAs.pensionAmount}`]),
    ...(Cola === undefined ? [] : [`${Cola ? 'rising' : 'not rising'} with prices`]),
    ...(IsFromRecordKeeper === undefined
      ? []
      : [`${IsFromRecordKeeper ? '' : 'not '}from the record-keeper`]),
  ].join(', ')

const words: { readonly [Name in keyof Values]: Words<Values[Name]> } = {
  ClientId: { label: 'Client', lines: one },
  ParticipantXML: {
    label: 'Participant file',
    lines: (text) => [
      `${new Intl.NumberFormat('en-US').format(text.length)} characters, exactly as the file was opened`,
    ],
    leftOut: () => 'The text itself is not repeated here.',
  },
  ParticipantId: { label: 'Participant id', lines: one },
  FirstName: { label: 'First name', lines: one },
  LastName: { label: 'Last name', lines: one },
  EnrollmentInfo: {
    label: 'Plans',
    lines: (rows) =>
      rows.map(
        ({ PlanId, PlanType, ServiceOption }) =>
          `${planWords(PlanId, PlanType)}, ${ServiceOption ?? 'no service option'}`,
      ),
  },
  OptoutInfo: {
    label: 'Plans',
    lines: (rows) => rows.map(({ PlanId, PlanType }) => planWords(PlanId, PlanType)),
  },
  Reason: { label: 'Reason', lines: one },
  RetirementAge: { label: 'Retirement age', lines: one },
  SavingsRateDetails: { label: 'Savings rates', lines: (rows) => rows.map(savingsLine) },
  Salary: {
    label: 'Salary',
    lines: (value, sentAs) => [
      sentAs ? `${dollars(value)}, sent as dollars a ${sentAs.salary}` : dollars(value),
    ],
  },
  PensionTypes: {
    label: 'Pensions',
    lines: (rows, sentAs) => rows.map((row) => pensionLine(row, sentAs)),
  },
  ExcludeSocialSecurity: {
    label: 'Social Security',
    lines: (excluded) => [excluded ? 'left out' : 'counted in'],
  },
  DOB: { label: 'Date of birth', lines: (value) => [day(value)] },
  Gender: { label: 'Gender', lines: one },
  StateOfResidence: { label: 'State of residence', lines: one },
  DesiredRetirementIncome: {
    label: 'Desired retirement income',
    lines: ({ Type = '', Value = 'no value' }) => [`${Type} ${Value}`.trim()],
  },
  ForecastType: { label: 'Forecast type', lines: one },
  TransactionHTTPEndpoint: {
    label: 'Record-keeper address',
    lines: ({ TransURL }) => [TransURL === undefined ? 'no address' : withoutQuery(TransURL)],
    leftOut: ({ TransURL, SID, Cookie }) => {
      const hidden = [...(SID ? ['SID'] : []), ...(Cookie ? ['Cookie'] : [])]
      const query =
        TransURL === undefined || withoutQuery(TransURL) === TransURL
          ? ''
          : 'What follows in the address may hold a session. '
      return hidden.length === 0
        ? `${query}${SID === undefined && Cookie === undefined ? 'No SID and no Cookie go with it.' : 'SID and Cookie are empty.'}`
        : `${query}${hidden.join(' and ')} ${hidden.length === 1 ? 'belongs' : 'belong'} to it and ${hidden.length === 1 ? 'is' : 'are'} not repeated here: whoever has ${hidden.length === 1 ? 'it' : 'them'} has the session.`
    },
  },
}

const isSendable = (name: string): name is SendableField => Object.hasOwn(words, name)

const linesFor = <Name extends SendableField>(
  name: Name,
  value: Values[Name] | undefined,
  sentAs?: SentAs,
): readonly string[] => (value === undefined ? [] : words[name].lines(value, sentAs))

const leftOutFor = <Name extends SendableField>(
  name: Name,
  value: Values[Name] | undefined,
): string => (value === undefined ? '' : (words[name].leftOut?.(value) ?? ''))

/** What a person calls a field of a request; the service's own name where there is no other. */
export const fieldLabel = (name: string): string => (isSendable(name) ? words[name].label : name)

/** What the lines of a field that a person gave say, one for each value; none where it is not given. Amounts are a year's. */
export const fieldLines = (request: Sendable, name: SendableField): readonly string[] =>
  linesFor(name, request[name])

export interface FieldWords {
  /** The service's own name. */
  readonly name: SendableField
  readonly label: string
  readonly lines: readonly string[]
  /** Which values the lines leave out, and why; else empty. */
  readonly leftOut: string
}

/** Every field of a request as it is sent, in its order; an empty list is said to be empty. */
export const requestWords = (request: Sendable, sentAs: SentAs): readonly FieldWords[] =>
  Object.keys(request)
    .filter(isSendable)
    .filter((name) => request[name] !== undefined)
    .map((name) => {
      const lines = linesFor(name, request[name], sentAs)
      return {
        name,
        label: fieldLabel(name),
        lines: lines.length === 0 ? ['none'] : lines,
        leftOut: leftOutFor(name, request[name]),
      }
    })
