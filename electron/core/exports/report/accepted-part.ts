import type { Receipt } from '#shared/records/receipt.ts'
import { joined } from '#shared/express/field.ts'
import { fieldLines } from '#shared/express/field-words.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { plainSentences, plainTitle } from '#shared/receipt/plain-words.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { sentRows } from '#shared/receipt/words.ts'
import { spelledOut } from '#shared/strategy/labels.ts'
import { recommendationOf, type AcceptLine } from '#shared/strategy/accept-lines.ts'
import { changeRows } from './changes.ts'
import type { ReportFacts } from './facts.ts'
import { day, dollars, moment, percent, unknown } from './figures.ts'
import { changesTable, heading } from './first-page.ts'
import { ink } from './ink.ts'
import type { Sheet } from './sheet.ts'

/** The recommendation, and its accepted part. */

const note = { size: 8.6, color: ink.soft, leading: 12.4 } as const

/** Sent fields about the program's own business. */
const notForClients: ReadonlySet<string> = new Set([
  'ClientId',
  'ParticipantXML',
  'TransactionHTTPEndpoint',
])

const receiptWords = (sheet: Sheet, receipt: Receipt): void => {
  heading(sheet, `${plainTitle(receipt)}, ${day(receipt.sentAt)}`)
  const [asked] = plainSentences(receipt)
  if (asked !== undefined) {
    sheet.text('p', asked, note)
    sheet.space(4)
  }
  const rows = sentRows({ sent: receipt.sent.filter(({ name }) => !notForClients.has(name)) })
  const plans = receipt.plans
    .map(({ planId, planType }) => (planType === '' ? planId : `${planId} (${planType})`))
    .join(', ')
  sheet.table(
    [
      { label: 'What was sent', share: 0.34, align: 'left' },
      { label: '', share: 0.66, align: 'left' },
    ],
    [
      ...(rows.length === 0 ? [['Plans', plans] as const] : rows),
      ['Receipt', receipt.receiptNumber] as const,
    ].map(([name, value]) => ({ cells: [name, value] })),
  )
}

/** The receipt's value for a recommended line: the same, another one, or none. */
const acceptedWords = (
  { part }: Pick<AcceptLine, 'part'>,
  receipts: readonly Receipt[],
): string => {
  if (receipts.length === 0) return 'not sent'
  for (const name of ['RetirementAge', 'SavingsRateDetails'] as const) {
    const [line = ''] = fieldLines(part, name)
    if (line === '') continue
    const whose = line.slice(0, line.lastIndexOf(':') + 1)
    for (const receipt of receipts.toReversed()) {
      const sent = receipt.sent.find((field) => field.name === name)?.lines ?? []
      const same = sent.find((each) => each === line || (whose !== '' && each.startsWith(whose)))
      const found = same ?? (whose === '' ? sent[0] : undefined)
      if (found === undefined) continue
      const value = whose === '' ? found : found.slice(whose.length).trim()
      const isSure = receipt.outcome === 'accepted' || settledOf(receipt)?.wentThrough === true
      return isSure ? value : `${value}, not confirmed`
    }
  }
  return 'not accepted'
}

/** The accepted lines of the recommendation; nothing if it has no line to accept. */
const acceptedOf = (sheet: Sheet, { main, today, receipts, mask }: ReportFacts): void => {
  const { lines, notTaken, funds } = recommendationOf(main, today, (today ?? main).profile)
  if (lines.length + notTaken.length === 0) return
  const value = (kind: AcceptLine['kind'], amount: number | null): string =>
    kind === 'age' ? String(amount ?? unknown) : percent(amount)
  const named = (account: string, label: string): string =>
    mask(account === '' ? label : `${account}, ${label}`)
  const managed = funds.filter(({ changing }) => changing > 0)
  heading(sheet, 'What was accepted of it', 70)
  sheet.table(
    [
      { label: '', share: 0.37, align: 'left' },
      { label: 'Today', share: 0.15, align: 'right' },
      { label: 'Recommended', share: 0.18, align: 'right' },
      { label: 'Accepted', share: 0.3, align: 'right' },
    ],
    [
      ...lines.map((line) => ({
        cells: [
          named(line.account, line.label),
          value(line.kind, line.from),
          value(line.kind, line.to),
          acceptedWords(line, receipts),
        ],
      })),
      ...notTaken.map(({ account, label, from, to }) => ({
        cells: [named(account, label), percent(from), percent(to), 'cannot be chosen'],
      })),
    ],
  )
  if (managed.length === 0) return
  sheet.space(5)
  const changing = managed.map(({ account, changing: many }) => `${many} in ${mask(account)}`)
  sheet.text('p', `Funds that the service changes by itself: ${changing.join(', ')}.`, note)
}

/** The service's words on an annuity; nothing if it recommends no share, no amount and no reduction. */
const annuityOf = (sheet: Sheet, { strategies: { recommended } }: ReportFacts): void => {
  const { annuityType = '', recommendations = [] } = recommended?.risOutput ?? {}
  const rows = recommendations.filter(
    ({ percentage, amount, loweringAnnuitizationAdvisable }) =>
      loweringAnnuitizationAdvisable || (percentage ?? 0) !== 0 || (amount ?? 0) !== 0,
  )
  if (rows.length === 0) return
  heading(sheet, 'Annuity, as the service recommends it', 70)
  sheet.table(
    [
      { label: 'Type', share: 0.31, align: 'left' },
      { label: 'Share', share: 0.15, align: 'right' },
      { label: 'Amount', share: 0.24, align: 'right' },
      { label: spelledOut('LoweringAnnuitizationAdvisable'), share: 0.3, align: 'right' },
    ],
    rows.map((row) => ({
      cells: [
        row.annuityType || annuityType || unknown,
        percent(row.percentage),
        dollars(row.amount),
        row.loweringAnnuitizationAdvisable ? 'yes' : 'no',
      ],
    })),
  )
  sheet.space(5)
  sheet.text(
    'p',
    'The service does not say what the share is a share of, nor whether the amount is paid once or every year. An annuity is not part of what is accepted here.',
    note,
  )
}

/** The recommendation against today, and its accepted part; false if nothing is recommended and nothing was sent. */
export const acceptedPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { strategies, receipts, masked } = facts
  const recommended = strategies.recommended === null ? [] : changeRows(facts, 'recommended')
  if (recommended.length === 0 && receipts.length === 0) return false
  if (recommended.length > 0) {
    heading(sheet, 'What the service recommends')
    changesTable(sheet, facts, 'recommended')
    if (facts.phrases.length > 0) {
      sheet.space(5)
      sheet.text('p', `Recommended incomes include what you chose: ${joined(facts.phrases)}.`, note)
    }
    annuityOf(sheet, facts)
  }
  acceptedOf(sheet, facts)
  for (const receipt of receipts) receiptWords(sheet, masked ? maskReceipt(receipt) : receipt)
  if (receipts.length === 0) {
    heading(sheet, 'What was accepted')
    sheet.text(
      'p',
      `Nothing has been enrolled or implemented since the forecast of ${moment((facts.today ?? facts.main).savedAt)}.`,
      note,
    )
  }
  return true
}
