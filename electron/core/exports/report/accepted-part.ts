import type { SavingFigures } from '#shared/figures/figure.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { joined } from '#shared/express/field.ts'
import { submissionNamed } from '#shared/express/operations.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { plainSentences, plainTitle } from '#shared/receipt/plain-words.ts'
import { sentRows } from '#shared/receipt/words.ts'
import { percentDigits } from '#shared/savings/figures.ts'
import { leverPhrases } from '#shared/strategy/lever-phrases.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { annuityNote } from '#shared/strategy/changes/annuities.ts'
import type { Figure } from '#shared/strategy/statement/figure.ts'
import { americanWriter, writeFigure, written } from '#shared/strategy/statement/said.ts'
import { changeRows } from './changes.ts'
import { rowOf, type ReportFacts } from './facts.ts'
import { day, dollars, percent, unknown } from './figures.ts'
import { changesTable } from './first-page.ts'
import { note } from './ink.ts'
import type { Sheet } from './sheet.ts'

const notForClients: ReadonlySet<string> = new Set([
  'ClientId',
  'ParticipantXML',
  'TransactionHTTPEndpoint',
])

const receiptWords = (sheet: Sheet, receipt: Receipt) => {
  sheet.heading(`${plainTitle(receipt)}, ${day(receipt.sentAt)}`)
  const [asked] = plainSentences(receipt)
  if (asked !== undefined) {
    sheet.text(asked, note)
    sheet.space(4)
  }
  const sent = sentRows({ sent: receipt.sent.filter(({ name }) => !notForClients.has(name)) })
  const plans = receipt.plans
    .map(({ planId, planType }) => (planType === '' ? planId : `${planId} (${planType})`))
    .join(', ')
  sheet.table(
    ['What was sent', ''],
    [0.34],
    [...(sent.length === 0 ? [['Plans', plans]] : sent), ['Receipt', receipt.receiptNumber]],
    { align: 'left' },
  )
}

/** What was recommended, and what became of it: of the submission's review, or else of the chosen forecast. */
const recommendedIn = ({ sent, receipts, main, today }: ReportFacts) => {
  const doubtful = receipts.standing.find(
    ({ outcome, sentAt }) => outcome === 'inDoubt' && sentAt >= main.savedAt,
  )
  const receipt = sent?.receipt ?? doubtful
  if (receipt?.recommended) return { ...receipt.recommended, notTaken: [], receipt }
  const { lines, annuities, ...rest } = recommendationOf(main, (today ?? main).profile)
  return {
    ...rest,
    annuities: annuities.map(({ type, percent: share, dollars: amount }) => ({
      type,
      share: percent(share),
      amount: dollars(amount),
    })),
    lines: lines.map((line) => ({ ...line, became: 'notSent' as const })),
    receipt: null,
  }
}
type RecommendedLine = ReturnType<typeof recommendedIn>['lines'][number]

const becameWords = (became: RecommendedLine['became'], receipt: Receipt | null): string => {
  if (receipt === null) return 'not sent'
  if (became === 'notSent') return 'not accepted'
  if (receipt.outcome === 'inDoubt') return 'sent, not confirmed'
  if (became === 'replaced') return 'another value sent'
  return submissionNamed(receipt.operation).receipt.happened.toLowerCase()
}

/** The recommended lines with what became of each; nothing if there is none. */
const acceptedOf = (sheet: Sheet, facts: ReportFacts) => {
  const { mask } = facts
  const { lines, notTaken, rules, receipt } = recommendedIn(facts)
  const value = (kind: RecommendedLine['kind'], amount: number | SavingFigures | null) => {
    if (amount !== null && typeof amount === 'object')
      return amount.percent === null ? unknown : writeFigure(amount.percent, americanWriter)
    return kind === 'age' ? String(amount ?? unknown) : percent(amount, percentDigits)
  }
  const named = ({ account, label }: { readonly account: string; readonly label: string }) =>
    mask(account === '' ? label : `${account}, ${label}`)
  if (lines.length + notTaken.length > 0) {
    sheet.heading('What was accepted of it', 70)
    sheet.table(
      ['', 'Forecast with', 'Recommended', 'Accepted'],
      [0.37, 0.15, 0.18],
      [
        ...lines.flatMap(({ kind, became, values }) =>
          values.map((each) => [
            named(each),
            value(kind, each.from),
            value(kind, each.to),
            becameWords(became, receipt),
          ]),
        ),
        ...notTaken.map((each) => [
          named(each),
          value(each.kind, each.from),
          value(each.kind, each.to),
          'cannot be chosen',
        ]),
      ],
    )
  }
  for (const rule of rules) sheet.text(written(rule, americanWriter), { ...note, above: 5 })
}

/** The funds that the recommendation changes; nothing if there are none. */
const fundsOf = (sheet: Sheet, { main, today, mask }: ReportFacts) => {
  const { funds } = recommendationOf(main, (today ?? main).profile)
  const changing = funds.flatMap(({ account, changing: many }) =>
    many > 0 ? [`${many} in ${mask(account)}`] : [],
  )
  if (changing.length === 0) return
  const words = `Funds that the manager changes: ${changing.join(', ')}.`
  sheet.text(words, { ...note, above: 5 })
}

const amountWords = (amount: Figure | string | null) =>
  amount === null || typeof amount === 'string'
    ? (amount ?? unknown)
    : writeFigure(amount, americanWriter)

const annuitiesOf = (sheet: Sheet, facts: ReportFacts) => {
  const { annuities } = recommendedIn(facts)
  if (annuities.length === 0) return
  sheet.heading('Annuity, as the service recommends it', 70)
  sheet.table(
    ['Type', 'Share', 'Amount', 'Accepted'],
    [0.31, 0.15, 0.24],
    annuities.map((each) => [
      each.type || unknown,
      amountWords(each.share),
      amountWords(each.amount),
      'not sent',
    ]),
  )
  sheet.text(
    `The service does not say what the share is a share of, nor whether the amount is paid once or every year. An annuity ${annuityNote}.`,
    { ...note, above: 5 },
  )
}

/** What stands of the submissions, and what an opt-out ended. */
const receiptsOf = (sheet: Sheet, { receipts, masked }: ReportFacts) => {
  const { standing, more, ended } = receipts
  for (const receipt of standing) receiptWords(sheet, masked ? maskReceipt(receipt) : receipt)
  if (more > 0)
    sheet.text(`${more} earlier ${more === 1 ? 'receipt is' : 'receipts are'} kept.`, {
      ...note,
      above: 5,
    })
  if (standing.length === 0) {
    sheet.heading('What was accepted')
    sheet.text(
      ended.length === 0
        ? 'Nothing has been enrolled or implemented from here.'
        : 'Nothing that was enrolled or implemented from here still stands.',
      note,
    )
  }
  for (const { receipt, by } of ended)
    sheet.text(
      `${plainTitle(receipt)} on ${day(receipt.sentAt)}, receipt ${receipt.receiptNumber}: ended by the opt-out of ${day(by.sentAt)}, receipt ${by.receiptNumber}.`,
      { ...note, above: 5 },
    )
}

/** False if nothing is recommended and nothing was sent. */
export const acceptedPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { strategies, receipts, offered } = facts
  const hasRow = rowOf(facts, 'recommended') !== null
  const changes = strategies.recommended === null || !hasRow ? [] : changeRows(facts, 'recommended')
  if (changes.length + receipts.standing.length + receipts.ended.length === 0) return false
  if (changes.length > 0) {
    sheet.heading('What the service recommends')
    changesTable(sheet, facts, 'recommended', changes)
    const tried = leverPhrases(offered, { dollars, percent })
    if (tried.length > 0) {
      const words = `Recommended incomes include what you tried: ${joined(tried)}.`
      sheet.text(words, { ...note, above: 5 })
    }
  }
  annuitiesOf(sheet, facts)
  acceptedOf(sheet, facts)
  fundsOf(sheet, facts)
  receiptsOf(sheet, facts)
  return true
}
