import type { Receipt, SubmissionOutcome } from '#shared/records/receipt.ts'
import {
  accountRows,
  explanationOf,
  inUtc,
  outcomeOf,
  receiptRows,
  resultRows,
  savingsRows,
  sentRows,
} from '#shared/receipt/receipt-words.ts'
import { plainSentences, plainTitle } from '#shared/receipt/plain-words.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import { dateTime, zonedTime } from '../../lib/format.ts'
import { outcomeLooks } from '../../ui/outcome-looks.ts'

const colors = {
  accepted: 'success',
  declined: 'warning',
  rejected: 'error',
  notSent: 'neutral',
  inDoubt: 'warning',
} as const satisfies Record<SubmissionOutcome, string>

export const outcomeLook = (receipt: Receipt) => ({
  ...outcomeOf(receipt, zonedTime),
  icon: outcomeLooks[receipt.outcome].icon,
  color: colors[receipt.outcome],
})

/** Plan types in the service's documentation; any other text may be typed. */
export const planTypes = [
  '401K',
  '403B',
  '457B',
  '401A',
  'Profit Sharing',
  'Money Purchase',
  'Thrift',
  'IRA',
] as const

export const moment = (iso: string): string => `${dateTime(iso)} (${inUtc(iso)})`

export const receiptText = (receipt: Receipt): string =>
  [
    `${plainTitle(receipt)}.`,
    outcomeOf(receipt, zonedTime).meaning,
    explanationOf(receipt),
    ...plainSentences(receipt),
    ...receiptRows(receipt, moment).map(([name, value]) => `${name}: ${value}`),
    ...sentRows(receipt).map(
      ([name, value]) => `Sent, ${name.toLowerCase()}: ${value.replaceAll('\n', '; ')}`,
    ),
    ...resultRows(receipt).map(([name, value]) => `${name}: ${value}`),
    ...savingsRows(receipt).flatMap(({ name, rows }) =>
      rows.map(
        ([label, value]) => `${name}, ${label.toLowerCase()}: ${written(value, americanWriter)}`,
      ),
    ),
    ...accountRows(receipt).map(([account, plan]) => `Account ${account}: ${plan}`),
    ...(receipt.transaction.text === '' ? [] : ['Transaction:', receipt.transaction.text]),
  ]
    .filter((line) => line !== '')
    .join('\n')
