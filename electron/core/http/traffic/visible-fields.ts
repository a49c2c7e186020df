import { ownFields } from '#shared/express/operations.ts'
import { knownNames } from './field-names.ts'
import { isServiceWord } from './message-words.ts'

/**
 * What the list of service calls may show of a field.
 *
 * - `word`: service words that are not the participant's, or a short code.
 * - `number`: up to 120.
 * - `time`: a whole number of seconds or milliseconds.
 * - `client`: the ClientId of the request.
 * - `message`: only the words that services use.
 */
type Visibility = 'word' | 'number' | 'time' | 'client' | 'message'

const visible = (visibility: Visibility, names: string): [string, Visibility][] =>
  names.split(' ').map((name) => [name, visibility])

/**
 * Every field that is neither here nor shown by its operation is masked: names, ids, dates, ages, money, weights,
 * documents, secrets, unknown fields.
 */
const visibilities: ReadonlyMap<string, Visibility> = new Map([
  ...visible(
    'word',
    'StrategyType Rating RiskLevel AssetClass AnnuityType Type ContributionType CatchupType Investor',
  ),
  ...visible('word', 'PlanType SavingsType ForecastType Label token_type type status'),
  ...visible('word', 'TransactionState TransactionReturnCode errorcode code Code ErrorCode error'),
  ...visible('number', 'RetirementAge Percentage ModelPortfolioIndex NumberOfYears SSAgeOverride'),
  ...visible('time', 'expires_in expiresIn issued_at issuedAt'),
  ...visible('client', 'ClientId'),
  ...visible(
    'message',
    'ErrorMessage RKTransactionMessage error_description faultstring detail details message Message',
  ),
  ...visible('message', 'errors Errors title description'),
  ...Object.entries(ownFields)
    .flatMap((own) => [own, ...Object.entries(own[1].of ?? {})])
    .flatMap(([name, { isShown }]) => (isShown ? visible('word', name) : [])),
])

/** Whether a field holds the service's own terms, so that its value does not count as the participant's. */
export const isServiceField = (name: string): boolean => {
  const visibility = visibilities.get(name)
  return visibility !== undefined && visibility !== 'message'
}

/** Service words that stay visible even if the participant's file has them too: `PlanType="401K"`. */
const vocabulary: ReadonlySet<string> = new Set(
  (
    'current,revised,managedaccounts,qualmrp,onlineadvice,onlineguidance,onlinecallcenter,proposal,none,accountincome,' +
    'beginingbalance,beginningbalance,participant,spouse,posttax,pretax,roth,gmwb,401k,401(k),403b,403(b),457b,457(b),' +
    '401a,401(a),ira,bearer,bearertoken'
  ).split(','),
)

/** Words in ratings, levels of risk, asset classes, kinds of savings, forecasts and transactions. */
const termWords: ReadonlySet<string> = new Set(
  (
    'above adequate advice advised after aggressive allocation ample annuity approved asset average back balanced basic ' +
    'behind below blend bond bonds cap capital cash catchup client commodities company conservative core current declined ' +
    'default deferral dollar domestic dynamic emerging employee employer equity estate excellent external extra fair fixed ' +
    'foreign full good growth guidance hedged high household inflation intermediate international investor joint large ' +
    'lifetime lite long low managed match markets medium mid moderate moderately money nth off online outside partial ' +
    'partner pending percentile poor posted pre pretax profit projection protected purchase quick real rebalance revised risk ' +
    'rollover roth safe self sharing short simple small spousal stable standard stock stocks strong target tax taxable ' +
    'term thrift tips track traditional under us very vested weak world yield'
  ).split(' '),
)
const isTerm = (word: string): boolean =>
  termWords.has(word.toLowerCase()) || (!/\d/.test(word) && isServiceWord(word))
/** `Moderately Aggressive`, `LargeCap`, `90th percentile`. */
const isTerms = (text: string): boolean =>
  text.length <= 60 &&
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).every(
    (word) => /^\d{1,2}(?:th)?$/.test(word) || word.split(/(?<=\p{Ll})(?=\p{Lu})/u).every(isTerm),
  )
/** `RK-114`, `0`: too short to identify a person. */
const isCode = (text: string): boolean =>
  /^(?=.*\d)(?!(?:.*\p{L}){4})(?!(?:.*\d){5})[\p{L}\p{N}._:()-]{1,12}$/u.test(text)

/** A message of nothing but gaps says no more than its length. */
const messageOrNothing = (message: string): string | null =>
  /[\p{L}\p{N}]/u.test(message) ? message : null

const isServiceText = (text: string, isPersonal: (text: string) => boolean): boolean =>
  vocabulary.has(text.toLowerCase()) || ((isCode(text) || isTerms(text)) && !isPersonal(text))

/** Decides what may be shown of messages and words; made from the request, see `scrub.ts`. */
export interface Scrubber {
  /** Empty if nothing may be shown. */
  readonly message: (text: string) => string
  /** Whether the request said a word of `text` about the participant. */
  readonly isPersonal: (text: string) => boolean
  /** Whether `text` is the ClientId of the request. */
  readonly isOwnClient: (text: string) => boolean
}

/** The text of field `name` in its visible form, or `null` for masked. */
export const visibleText = (name: string, text: string, scrubber: Scrubber): string | null => {
  if (text === '') return text
  switch (visibilities.get(name)) {
    case undefined:
      return null
    case 'client':
      return scrubber.isOwnClient(text) ? text : null
    case 'number':
    case 'time':
      return visibleNumber(name, text) ? text : null
    case 'word':
      return isServiceText(text, scrubber.isPersonal)
        ? text
        : messageOrNothing(scrubber.message(text))
    case 'message':
      return messageOrNothing(scrubber.message(text))
  }
}

/** Whether the number `digits` of field `name` may be shown. */
export const visibleNumber = (name: string, digits: string): boolean => {
  switch (visibilities.get(name)) {
    case 'number':
      return /^\d{1,3}(?:\.\d)?$/.test(digits) && Number(digits) <= 120
    case 'time':
      return /^\d{1,13}$/.test(digits)
    case 'word':
      return /^-?\d{1,4}$/.test(digits)
    default:
      return false
  }
}

/** Whether `true` and `false` of field `name` may be shown: only for fields in the specification. */
export const visibleFlag = (name: string): boolean => knownNames.has(name)
