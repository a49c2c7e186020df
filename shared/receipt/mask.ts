import type { ForecastReading } from '../express/reading.ts'
import type { Json } from '../json.ts'
import type { Receipt } from '../records/receipt.ts'
import type { SavedForecast } from '../records/saved.ts'
import { isObject } from '../is-object.ts'
import type { Subject } from '../participant/subject.ts'
import { maskerFor, maskIdentifier } from './masker.ts'

/**
 * Masks a receipt's identifiers wherever they appear, except for their last characters. Names stay.
 */

/**
 * Names of attributes and elements in a transaction that contain a person's or an account's
 * identifier.
 */
const identifierName =
  '(?:participant|user|investor|customer|account|acct|ssn)[\\w-]*?(?:id|no|num|number|nbr)|ssn'
const inAttribute = new RegExp(
  `[\\s:](?:${identifierName})\\s*=\\s*(?:"([^"<]{1,100})"|'([^'<]{1,100})')`,
  'giu',
)
const inElement = new RegExp(
  `<(?:[\\w-]+:)?(?:${identifierName})(?:\\s[^<>]*)?>\\s*([^<\\s][^<]{0,99}?)\\s*</`,
  'giu',
)

const identifiersInXml = (text: string): readonly string[] =>
  [...text.matchAll(inAttribute), ...text.matchAll(inElement)].map(
    (match) => match[1] ?? match[2] ?? '',
  )

/**
 * True if an account's name is an account number, that is, if it has a digit and is not a plan. A
 * word such as `Taxable` identifies nobody.
 */
const isNumber =
  ({ plans }: { readonly plans: readonly { readonly planId: string }[] }) =>
  (account: string) =>
    /\p{N}/u.test(account) &&
    !plans.some(({ planId }) => planId.toLowerCase() === account.toLowerCase())

const accountsOf = (forecast: ForecastReading): readonly string[] => [
  ...forecast.accountMappings.map(({ accountId }) => accountId),
  ...forecast.strategies.flatMap((strategy) => [
    ...strategy.investmentSelections.map(({ accountId }) => accountId),
    ...strategy.balanceHistory.map(({ accountId }) => accountId),
    ...strategy.savingsRateDetail.map(({ account }) => account),
    ...strategy.accountSavingsRateDetail.map(({ account }) => account),
  ]),
]

const identifiersOf = (receipt: Receipt): readonly string[] => [
  receipt.subject.participantId,
  ...(receipt.subject.among ?? []).map(({ participantId }) => participantId),
  ...(receipt.forecast ? accountsOf(receipt.forecast) : []).filter(isNumber(receipt)),
  ...identifiersInXml(receipt.transaction.text).filter(isNumber(receipt)),
]

export const identifiersOfForecast = ({
  subject,
  reading,
}: Pick<SavedForecast, 'subject' | 'reading'>): readonly string[] => [
  subject.participantId,
  ...[
    ...accountsOf(reading),
    ...reading.strategies.flatMap(({ percentiles, advisableMixes, otherMixes }) => [
      ...percentiles.flatMap(({ incomeSources }) => incomeSources.map(({ account }) => account)),
      ...advisableMixes.map(({ accountId }) => accountId),
      ...otherMixes.map(({ id }) => id),
    ]),
  ].filter(isNumber({ plans: reading.accountMappings })),
]

const maskJson = (value: Json, mask: (text: string) => string): Json => {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') {
    const masked = mask(String(value))
    return masked === String(value) ? value : masked
  }
  if (Array.isArray(value)) return value.map((inner: Json) => maskJson(inner, mask))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [mask(name), maskJson(inner, mask)]),
  )
}

/**
 * Fields whose texts stay: the program's own values and choices, times, and the participant's name.
 * Every other text is masked, even in a field added later.
 */
const kept: ReadonlySet<string> = new Set(
  `id kind savedAt appVersion receiptNumber submissionId operation outcome sentAt answeredAt
  bodySha256 environment subject.name subject.firstName subject.lastName subject.among[].name
  transaction.encoding call.startedAt call.checksPassed call.checksFailed[].id call.caller call.reasonCode wrapUp.disposition
  wrapUp.endedAt list.listId inputs.SavingsRateDetails[].Value inputs.PensionTypes[].StartYear inputs.DOB
  inputs.DesiredRetirementIncome.Value recommended.forecastId recommended.madeAt recommended.lines[].kind
  recommended.lines[].became recommended.lines[].values[].today sent[].name sent[].label sent[].leftOut`.split(
    /\s+/,
  ),
)

/** Parts of a figure that are not text: its amounts, units and signs. */
const keptOfFigure = /\.(?:unit|per|fitted|sign|steps\[\]\.(?:text|origin\.from))$/

/**
 * Masks every text in the value except those in {@link kept}; number arrays and field names stay.
 */
function maskTexts<T>(value: T, mask: (text: string) => string, path?: string): T
function maskTexts(value: unknown, mask: (text: string) => string, path = ''): unknown {
  if (kept.has(path) || keptOfFigure.test(path)) return value
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value))
    return value.map((inner: unknown) => maskTexts(inner, mask, `${path}[]`))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const within = path === '' ? '' : `${path}.`
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      maskTexts(inner, mask, `${within}${name}`),
    ]),
  )
}

const maskPerson = <P extends { readonly participantId: string }>(person: P): P => ({
  ...person,
  participantId: maskIdentifier(person.participantId),
})

/** Leaves out the date of birth, because together with the name it would identify the participant. */
const maskSubject = ({ among, dateOfBirth: _born, ...person }: Subject): Subject => ({
  ...maskPerson(person),
  ...(among === undefined ? {} : { among: among.map(maskPerson) }),
})

/** The receipt with every identifier masked in every text. */
export const maskReceipt = (receipt: Receipt): Receipt => {
  const mask = maskerFor(identifiersOf(receipt))
  const masked = maskTexts(receipt, mask)
  const annuity = receipt.result?.annuityPurchaseRequest ?? null
  return {
    ...masked,
    subject: maskSubject(receipt.subject),
    result: masked.result && {
      ...masked.result,
      annuityPurchaseRequest: annuity === null ? null : maskJson(annuity, mask),
    },
  }
}
