import { submissionNamed } from '../express/operations.ts'
import { planWords } from '../express/field.ts'
import type { SentField } from '../express/changes.ts'
import { callerKindWords, type DeskCall } from '../desk-call.ts'
import type { ListPlace, Receipt, SubmissionOutcome } from '../records/receipt.ts'
import type { Strategy } from '../express/reading.ts'
import { pickPair } from '../strategy/pick.ts'
import { usualReadAs } from '../strategy/read-as.ts'
import {
  americanWriter,
  paragraph,
  said,
  separated,
  written,
  type Said,
} from '../strategy/statement/said.ts'
import { savingsOf, savingWords } from '../strategy/statement/savings/savings.ts'
import { sideOf } from '../strategy/statement/side.ts'
import { subjectWords } from '../participant/subject.ts'
import { inUtc, settledLabel, settledOf, settledWords } from './settled.ts'
import type { MomentWords, Settleable } from './settled.ts'

export { inUtc, planWords }

/** Words for a receipt, identical on screen, on paper and on the clipboard. */

export const operationTitle = (operation: Receipt['operation']): string =>
  submissionNamed(operation).label

interface OutcomeMeaning {
  readonly label: string
  readonly meaning: string
}

/**
 * The program's own words for each outcome; `Success` appears only as the name of the service's
 * field.
 */
export const outcomeMeanings: Readonly<Record<SubmissionOutcome, OutcomeMeaning>> = {
  accepted: { label: 'Accepted', meaning: 'The service carried it out.' },
  declined: {
    label: 'Declined',
    meaning:
      'The service understood it and did not carry it out. Nothing has changed for the participant.',
  },
  rejected: {
    label: 'Rejected',
    meaning: 'The service refused the request. Nothing has changed for the participant.',
  },
  notSent: { label: 'Not sent', meaning: 'Nothing reached the service. It is safe to try again.' },
  inDoubt: {
    label: 'In doubt',
    meaning: 'It may or may not have been carried out. Do not send it again before you know.',
  },
}

export const outcomeOf = (receipt: Settleable, moment: MomentWords): OutcomeMeaning => {
  const settled = settledOf(receipt)
  return settled === null
    ? outcomeMeanings[receipt.outcome]
    : { label: settledLabel(settled), meaning: settledWords(settled, moment) }
}

/**
 * The explanation without the sentence from {@link outcomeOf}; times in a saved explanation are in
 * UTC.
 */
export const explanationOf = (receipt: Settleable): string => {
  const { meaning } = outcomeOf(receipt, inUtc)
  return receipt.explanation.startsWith(meaning)
    ? receipt.explanation.slice(meaning.length).trim()
    : receipt.explanation
}

/**
 * True if the submission was sent or may have been; false only if the outcome says that it was not.
 */
export const wasSent = (receipt: Settleable): boolean =>
  receipt.outcome !== 'notSent' || settledOf(receipt) !== null

export type Row = readonly [name: string, value: string]

const yesNo = (value: boolean | null): string => (value === null ? '' : value ? 'Yes' : 'No')

export const resultRows = ({ result }: Receipt): readonly Row[] => {
  if (result === null) return []
  return [
    ['Success', result.success === null ? 'not said' : result.success ? 'true' : 'false'],
    ['ErrorMessage', result.errorMessage],
    ['TransactionId', result.transactionId],
    ['ClientTransactionId', result.clientTransactionId],
    ['RKTransactionId', result.rkTransactionId],
    ['RKTransactionMessage', result.rkTransactionMessage],
    ['TransactionState', result.transactionState],
    ['TransactionReturnCode', result.transactionReturnCode],
    ['TransactionData', result.transactionData],
    ['HtmlTransactionConfirmation', yesNo(result.htmlTransactionConfirmation)],
    ['ClientId', result.clientId],
  ]
}

export const environmentWords = ({ environment }: Receipt): string =>
  environment.kind === 'training'
    ? 'Training – simulated'
    : `${environment.name} (${environment.kind === 'uat' ? 'UAT – test' : 'production'})`

/** The texts of the passed checks, or the code of a check whose text is unknown. */
export const checksInWords = ({ checksPassed, checkTexts }: DeskCall) =>
  checksPassed.map((code, index) => checkTexts[index] ?? code).join('; ') || 'none'

export const failedInWords = ({ checksFailed }: DeskCall) =>
  checksFailed
    .map(({ id, text, forOther }) => `${text || id}${forOther ? ' (for another id or name)' : ''}`)
    .join('; ')

/** Words such as `november.csv, row 12`; the file's name may be unknown. */
export const listInWords = ({ fileName, row }: ListPlace): string =>
  [fileName, `row ${row}`].filter(Boolean).join(', ')

/**
 * Rows about the saved part of the telephone call, or about the list and row; rows without a value
 * are left out.
 */
export const callRows = (
  { call, wrapUp, list, reason }: Receipt,
  moment: MomentWords,
): readonly Row[] => {
  const chosen = call?.reasonText || call?.reasonCode || ''
  const rows: Row[] = []
  if (call !== null)
    rows.push(
      // The chosen reason was sent as it is, unless the agent typed other words.
      ['Chosen from the list', chosen === reason ? '' : chosen],
      ['Call began', moment(call.startedAt)],
      ['Caller', call.caller === 'participant' ? '' : callerKindWords[call.caller]],
      ['Checks passed', call.caller === 'survivor' ? '' : checksInWords(call)],
      ['Checks failed', failedInWords(call)],
      ['Script', call.textsVersion === 0 ? 'standard wording' : `version ${call.textsVersion}`],
      ['Note', call.note],
    )
  if (wrapUp !== null)
    rows.push(
      ['Call ended', moment(wrapUp.endedAt)],
      ['Disposition', wrapUp.dispositionText || wrapUp.disposition],
      ['Wrap-up note', wrapUp.note],
    )
  if (list !== null) {
    const begun = list.attempt > 1 ? `, begun ${list.attempt} times` : ''
    rows.push(['From a list', `${listInWords(list)}${begun}`])
  }
  return rows.filter(([, value]) => value !== '')
}

/** The participant file's value for a sent field; empty if files do not contain the field. */
export const fileWords = ({ file }: SentField): Said => {
  if (file === null) return []
  return file.length === 0
    ? ['Not in the file']
    : said`Today, in the file: ${separated(file, '; ')}`
}

export const besideWords = ({ beside = [] }: SentField): Said =>
  beside.length === 0 ? [] : said`Also in the file: ${separated(beside, '; ')}`

export const lawWordsOf = ({ law = [] }: SentField): Said =>
  law.length === 0 ? [] : said`The law: ${paragraph(...law)}`

/** The notes below the lines of a sent field. */
export const notesOf = (field: SentField): readonly Said[] =>
  [fileWords(field), besideWords(field), lawWordsOf(field), said`${field.leftOut}`].filter(
    (note) => note.length > 0,
  )

/** Every sent field by its name, as text. */
export const sentRows = ({ sent }: Pick<Receipt, 'sent'>): readonly Row[] =>
  sent.map((field) => [
    field.label,
    [...field.lines, ...notesOf(field)].map((line) => written(line, americanWriter)).join('\n'),
  ])

export interface SavingsRows {
  readonly name: string
  readonly rows: readonly (readonly [name: string, value: Said])[]
}

/** Names for the strategies in an answer; any other strategy keeps the service's name. */
const strategyNames: Readonly<Record<string, string>> = {
  Current: 'Contribution, today',
  Revised: 'Contribution, recommended',
}
/** The name for Current in an enrollment's answer, where it is computed from the sent values. */
const sentName = 'Contribution, as sent'

/**
 * Employee, employer and total savings for each returned strategy. A match in the file appears as
 * its rule and its amount. If Revised has savings that differ from Current's, those were not sent,
 * because Current is computed from the sent values.
 */
export const savingsRows = (
  receipt: Pick<
    Receipt,
    'id' | 'savedAt' | 'environment' | 'subject' | 'inputs' | 'forecast' | 'readAs' | 'matches'
  >,
): readonly SavingsRows[] => {
  const { forecast, readAs = usualReadAs, matches, inputs } = receipt
  if (forecast === null) return []
  const saved = { ...receipt, profile: null, reading: forecast }
  const units = { readAs, source: `${receipt.environment.name} when this was sent` }
  const rowsOf = (strategy: Strategy | null) => {
    const side = sideOf('today', saved, strategy, () => units)
    return side === null
      ? []
      : savingsOf(side, forecast.accountMappings).lines.map(
          (line) => [line.label, savingWords(line, line.absent)] as const,
        )
  }
  const { current, revised } = pickPair(forecast.strategies)
  const textOf = (strategy: Strategy | null) =>
    rowsOf(strategy)
      .slice(0, 1)
      .map(([, value]) => written(value, americanWriter))
      .join()
  const isFurther = current !== null && revised !== null && textOf(current) !== textOf(revised)
  const areSent = inputs.SavingsRateDetails !== undefined
  const nameOf = (strategy: Strategy) => {
    const name = strategyNames[strategy.type] ?? `Contribution, ${strategy.type || 'no type'}`
    if (strategy === current && areSent) return sentName
    if (!isFurther || strategy !== revised) return name
    return areSent ? 'After this, the service would next recommend (not sent)' : `${name}, not sent`
  }
  const strategies = forecast.strategies
    .map((strategy) => ({ name: nameOf(strategy), rows: rowsOf(strategy) }))
    .filter(({ rows }) => rows.length > 0)
  if (strategies.length === 0 || matches.length === 0) return strategies
  const rows = matches.map((match) => ['Match', match] as const)
  // The match at the sent rates is the employer's part of what was sent.
  const name = areSent
    ? 'Match before this was sent, at the rates of the file'
    : 'Match, at the rates of the file'
  return [...strategies, { name, rows }]
}

/** A note that the period of savings in dollars is our own assumption. */
export const savingsNote = ({ readAs = usualReadAs }: Pick<Receipt, 'readAs'>): string =>
  `The specification shows no unit for DollarAmount; it is read as dollars a ${readAs.savingsDollars}, a setting of the environment.`

export const accountRows = ({
  forecast,
}: {
  readonly forecast: Pick<NonNullable<Receipt['forecast']>, 'accountMappings'> | null
}): readonly Row[] =>
  (forecast?.accountMappings ?? []).map(({ accountId, planId, planType }) => [
    accountId,
    planWords({ planId, planType, serviceOption: '' }),
  ])

/** Rows with the program's own facts about the submission; rows without a value are left out. */
export const receiptRows = (receipt: Receipt, moment: MomentWords): readonly Row[] => {
  const rows: Row[] = [
    ['Receipt number', receipt.receiptNumber],
    ['Participant', subjectWords(receipt.subject)],
    ['Plans', receipt.plans.map(planWords).join('; ')],
    ['Reason', receipt.reason],
    ['Sent again because', receipt.overrideReason],
    ...callRows(receipt, moment),
    ['Environment', environmentWords(receipt)],
    [wasSent(receipt) ? 'Sent' : 'Tried', moment(receipt.sentAt)],
    ['Answered', receipt.answeredAt === null ? 'no answer came' : moment(receipt.answeredAt)],
    [wasSent(receipt) ? 'Sent by' : 'Tried by', receipt.advisor],
    ['Computer account', receipt.user],
    ['HTTP status', receipt.status === null ? '' : String(receipt.status)],
    ['Submission', receipt.submissionId],
    ['Body SHA-256', receipt.bodySha256],
  ]
  return rows.filter(([, value]) => value !== '')
}
