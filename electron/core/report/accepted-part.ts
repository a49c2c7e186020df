import type { SavingFigures } from '#shared/figures/figure.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { submissionNamed } from '#shared/express/operations.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { plainSaid, plainTitle, sentCautions } from '#shared/receipt/plain-words.ts'
import { notesOf } from '#shared/receipt/receipt-words.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { cautionWords } from '#shared/strategy/changes/cautions.ts'
import { annuityNote } from '#shared/strategy/changes/annuities.ts'
import { enumerated, said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { savingWords } from '#shared/strategy/statement/savings/savings.ts'
import { annuityCounted, annuityOpen } from '#shared/strategy/statement/investments/annuity.ts'
import { changeRows } from './changes.ts'
import { rowOf, type ReportFacts } from './facts.ts'
import { dash, day } from './figures.ts'
import { changesTable } from './first-page.ts'
import { note } from './ink.ts'
import { recommendedIn } from './recommended.ts'
import type { Sheet } from './sheet.ts'

/** The style of a warning. */
const warned = { ...note, weight: 'bold', above: 5 } as const

const notForClients: ReadonlySet<string> = new Set([
  'ClientId',
  'ParticipantXML',
  'TransactionHTTPEndpoint',
])

const receiptWords = (sheet: Sheet, receipt: Receipt, tell: ReportFacts['tell']) => {
  sheet.heading(`${plainTitle(receipt)}, ${day(receipt.sentAt)}`)
  const [asked] = plainSaid(receipt)
  if (asked !== undefined) {
    sheet.text(asked, note)
    sheet.space(4)
  }
  for (const caution of sentCautions(receipt, 'your')) sheet.text(tell(caution), warned)
  const sent = receipt.sent
    .filter(({ name }) => !notForClients.has(name))
    .map((field) => [field.label, separated([...field.lines, ...notesOf(field)], '\n')])
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

type Recommended = ReturnType<typeof recommendedIn>
type RecommendedLine = Recommended['lines'][number]

const becameWords = (became: RecommendedLine['became'], receipt: Receipt | null): string => {
  if (receipt === null) return 'not sent'
  if (became === 'notSent') return 'not accepted'
  if (receipt.outcome === 'inDoubt') return 'sent, not confirmed'
  if (became === 'replaced') return 'another value sent'
  return submissionNamed(receipt.operation).receipt.happened.toLowerCase()
}

/** The recommended lines, each with what happened to it; draws nothing if there are none. */
const acceptedOf = (sheet: Sheet, facts: ReportFacts, recommended: Recommended) => {
  const { mask, tell } = facts
  const { lines, rules, receipt } = recommended
  const say = (value: number | SavingFigures | null) =>
    typeof value === 'number'
      ? String(value)
      : value === null
        ? dash
        : tell(savingWords(value, dash))
  if (lines.length > 0) {
    sheet.heading('What was accepted of it', 70)
    sheet.table(
      ['', 'Forecast with', 'Recommended', 'Accepted'],
      [0.3, 0.24, 0.24],
      lines.flatMap(({ became, why, values }) =>
        values.map(({ account, label, from, to }) => [
          mask(account === '' ? label : `${account}, ${label}`),
          say(from),
          say(to),
          why === '' ? becameWords(became, receipt) : 'cannot be chosen',
        ]),
      ),
    )
  }
  for (const rule of rules) sheet.text(tell(rule), { ...note, above: 5 })
}

/** The funds that the recommendation changes; nothing if there are none. */
const fundsOf = (sheet: Sheet, { main, today, mask }: ReportFacts) => {
  const { funds } = recommendationOf(main, (today ?? main).profile)
  const changing = funds.flatMap(({ account, changing: many, isEmpty }) =>
    many > 0 ? [`${many} in ${mask(account)}${isEmpty ? ' (no money in it yet)' : ''}`] : [],
  )
  if (changing.length === 0) return
  const words = `Funds that the manager changes: ${changing.join(', ')}.`
  sheet.text(words, { ...note, above: 5 })
}

const annuitiesOf = (
  sheet: Sheet,
  { write, simulated }: ReportFacts,
  { annuities }: Recommended,
) => {
  if (annuities.length === 0) return
  sheet.heading('Annuity, as the service recommends it', 70)
  sheet.table(
    ['Type', 'Share', 'Amount', 'Accepted'],
    [0.31, 0.15, 0.24],
    annuities.map(({ type, share, amount }) => [
      type || dash,
      write(share),
      write(amount),
      'not sent',
    ]),
  )
  sheet.text(`${annuityCounted(simulated)} ${annuityOpen} An annuity ${annuityNote}.`, {
    ...note,
    above: 5,
  })
}

/** Draws the submissions that still apply, and the enrollment that an opt-out ended. */
const receiptsOf = (sheet: Sheet, { receipts, masked, tell }: ReportFacts) => {
  const { standing, more, ended } = receipts
  for (const receipt of standing) receiptWords(sheet, masked ? maskReceipt(receipt) : receipt, tell)
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

/**
 * Warnings about the recommendation while none of it was sent; each receipt has its own. A report says elsewhere which
 * ages are an estimate.
 */
const unsentCautions = ({ cautions, receipt }: Recommended): readonly Said[] =>
  receipt === null
    ? cautionWords({ ...cautions, unsentAges: { retirement: null, claim: null } }, 'your')
    : []

/** Draws the part; returns false if nothing was recommended and nothing was sent. */
export const acceptedPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { sides, receipts, tried } = facts
  const hasRow = rowOf(facts, 'recommended') !== null
  const changes = sides.recommended === null || !hasRow ? [] : changeRows(facts, 'recommended')
  if (changes.length + receipts.standing.length + receipts.ended.length === 0) return false
  if (changes.length > 0) {
    sheet.heading('What the service recommends')
    changesTable(sheet, facts, 'recommended', changes)
    if (tried.length > 0) {
      const words = said`Both columns include ${facts.baseName.toLowerCase()}: ${enumerated(tried)}.`
      sheet.text(facts.tell(words), { ...note, above: 5 })
      const { average = null, poor = null } = facts.base?.incomes ?? {}
      if (average === null && poor === null)
        sheet.text(
          'The answer has no income for that alone, so what the recommendation adds to it is not known.',
          { ...note, above: 5 },
        )
    }
  }
  const recommended = recommendedIn(facts)
  for (const caution of unsentCautions(recommended)) sheet.text(facts.tell(caution), warned)
  annuitiesOf(sheet, facts, recommended)
  acceptedOf(sheet, facts, recommended)
  fundsOf(sheet, facts)
  receiptsOf(sheet, facts)
  return true
}
