import { z } from 'zod'
import type { SentField } from './changes.ts'
import type { ReadAs } from './read-as.ts'
import { toNumericText } from '../text/numeric-text.ts'
import { operations, ownFields, submissionOperations } from './operations.ts'
import { enrollRequestSchema, type EnrollRequest } from './operations/enrollment.ts'

/**
 * Words for the fields of a submission, identical in the form, in the review and on the receipt.
 */

type Shared = Omit<EnrollRequest, 'EnrollmentInfo'>
type Values = { readonly [Name in keyof Shared]-?: NonNullable<Shared[Name]> }
/** Fields that are not specific to one operation. */
export type SharedField = keyof Values

/** Any submission's request, with whatever fields it has. */
export const sendableSchema = z
  .strictObject({
    ...enrollRequestSchema.shape,
    ...Object.fromEntries(
      submissionOperations.flatMap((name) => Object.entries(operations[name].request.shape)),
    ),
  })
  .partial()

/** The units of a request's amounts; the specification shows none. */
export type SentAs = Pick<ReadAs, 'salary' | 'pensionAmount'>

/** An amount or an age within a line, as decimal text with all digits. */
export interface Amount {
  readonly unit: 'dollars' | 'percent' | 'age'
  readonly text: string
}

/** A line of text in which amounts are separate, so that they can be explained. */
export type Line = readonly (string | Amount)[]

interface Words<T> {
  readonly label: string
  /**
   * One line for each value, with all digits; none for an empty list. Without `sentAs`, amounts are
   * as a person typed them, in dollars a year. With it, they are in the request's units.
   */
  readonly lines: (value: T, sentAs?: SentAs) => readonly Line[]
  /** Which values the lines leave out, and why; absent if they have all values. */
  readonly leftOut?: (value: T) => string
}

const dollars = (value: number): Amount => {
  const text = String(value)
  return { unit: 'dollars', text: text.includes('e') ? toNumericText(value) : text }
}

/** Writes a part as text with every digit that is sent: `6.25%`, `$81,234.50`, `$12,000`. */
const plain = (part: string | Amount): string => {
  if (typeof part === 'string') return part
  if (part.unit === 'age') return part.text
  if (part.unit === 'percent') return `${part.text}%`
  const [whole = '0', cents] = part.text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return cents === undefined ? `$${grouped}` : `$${grouped}.${cents.padEnd(2, '0')}`
}

/** The line as text. */
export const plainLine = (line: Line): string => line.map(plain).join('')

const one = (value: string | number): readonly Line[] => [[String(value)]]
/** A time as text. Midnight is left out, because then only the date matters. */
const day = (moment: string) => moment.replace(/T00:00(:00(\.0+)?)?(Z|[+-]00:00)$/, '')

/** An address without the part after `?` or `#`, which may contain a recordkeeper's session. */
const withoutQuery = (address: string) => /^[^?#]*/.exec(address)?.[0] ?? address

const savingsLine = ({
  PlanId = 'no plan id',
  SavingsType = '',
  Value,
}: Values['SavingsRateDetails'][number]): Line => [
  `${PlanId}${SavingsType === '' ? '' : `, type ${SavingsType}`}: `,
  Value === undefined ? 'no value' : { unit: 'percent', text: Value },
]

const pensionLine = (
  { Amount, StartYear, Cola, IsFromRecordKeeper }: Values['PensionTypes'][number],
  sentAs?: SentAs,
): Line => [
  Amount === undefined ? 'no amount' : dollars(Amount),
  [
    `${Amount === undefined || sentAs ? '' : ' a year'} from ${StartYear ?? 'no start year'}`,
    Amount !== undefined && sentAs && `sent as dollars a ${sentAs.pensionAmount}`,
    Cola !== undefined && `${Cola ? '' : 'not '}rising with prices`,
    IsFromRecordKeeper !== undefined && `${IsFromRecordKeeper ? '' : 'not '}from the recordkeeper`,
  ]
    .filter(Boolean)
    .join(', '),
]

const words: { readonly [Name in keyof Values]: Words<Values[Name]> } = {
  ClientId: { label: 'Client', lines: one },
  ParticipantXML: {
    label: 'Participant file',
    lines: (text) => [
      [
        `${new Intl.NumberFormat('en-US').format(text.length)} characters, exactly as the file was opened`,
      ],
    ],
    leftOut: () => 'The text itself is not repeated here.',
  },
  RetirementAge: {
    label: 'Retirement age',
    lines: (age) => [[{ unit: 'age', text: String(age) }]],
  },
  SavingsRateDetails: { label: 'Savings rates', lines: (rows) => rows.map(savingsLine) },
  Salary: {
    label: 'Salary',
    lines: (value, sentAs) => [
      [dollars(value), sentAs ? `, sent as dollars a ${sentAs.salary}` : ''],
    ],
  },
  PensionTypes: {
    label: 'Pensions',
    lines: (rows, sentAs) => rows.map((row) => pensionLine(row, sentAs)),
  },
  ExcludeSocialSecurity: {
    label: 'Social Security',
    lines: (excluded) => [[excluded ? 'left out' : 'counted in']],
  },
  DOB: { label: 'Date of birth', lines: (value) => [[day(value)]] },
  Gender: { label: 'Gender', lines: one },
  StateOfResidence: { label: 'State of residence', lines: one },
  DesiredRetirementIncome: {
    label: 'Desired retirement income',
    lines: ({ Type = '', Value = 'no value' }) => [[`${Type} ${Value}`.trim()]],
  },
  ForecastType: { label: 'Forecast type', lines: one },
  TransactionHTTPEndpoint: {
    label: 'Recordkeeper address',
    lines: ({ TransURL }) => [[TransURL === undefined ? 'no address' : withoutQuery(TransURL)]],
    leftOut: ({ TransURL, SID, Cookie }) => {
      const query =
        TransURL === undefined || withoutQuery(TransURL) === TransURL
          ? ''
          : 'The rest of the address may contain a session and is not shown. '
      if (SID && Cookie)
        return `${query}SID and Cookie belong to it and are not repeated here: whoever has them has the session.`
      if (SID || Cookie)
        return `${query}${SID ? 'SID' : 'Cookie'} belongs to it and is not repeated here: whoever has it has the session.`
      return `${query}${SID === undefined && Cookie === undefined ? 'No SID and no Cookie go with it.' : 'SID and Cookie are empty.'}`
    },
  },
}

/** True if the field is a {@link SharedField}. */
export const isShared = (name: string): name is SharedField => Object.hasOwn(words, name)

const said = <Name extends SharedField>(
  name: Name,
  value: Values[Name] | undefined,
  sentAs?: SentAs,
): { readonly lines: readonly Line[]; readonly leftOut: string } =>
  value === undefined
    ? { lines: [], leftOut: '' }
    : { lines: words[name].lines(value, sentAs), leftOut: words[name].leftOut?.(value) ?? '' }

/** A field's readable name; the service's name if it has none. */
export const fieldLabel = (name: string): string =>
  (isShared(name) ? words[name] : ownFields[name])?.label ?? name

type Given = { readonly [Name in SharedField]?: Values[Name] | undefined }

/**
 * The lines for a field that a person filled in, one per value; none if it was left blank. Amounts
 * are for a year.
 */
export const givenLines = (request: Given, name: SharedField): readonly Line[] =>
  said(name, request[name]).lines

/** {@link givenLines} as text. */
export const fieldLines = (request: Given, name: SharedField): readonly string[] =>
  givenLines(request, name).map(plainLine)

/** A sent field in words. */
interface FieldWords extends Pick<SentField, 'name' | 'label' | 'leftOut'> {
  readonly lines: readonly Line[]
}

/** Every field of a request as sent, in the request's order; an empty list is shown as empty. */
export const requestWords = (
  request: z.output<typeof sendableSchema>,
  sentAs: SentAs,
): readonly FieldWords[] =>
  Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const { lines, leftOut } = isShared(name)
        ? said(name, request[name], sentAs)
        : {
            lines: (ownFields[name]?.lines(value) ?? [JSON.stringify(value)]).map((line) => [line]),
            leftOut: '',
          }
      const label = fieldLabel(name)
      return { name, label, lines: lines.length === 0 ? [['none']] : lines, leftOut }
    })
