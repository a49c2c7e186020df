import type { Receipt } from '#shared/records/receipt.ts'
import { joined } from '#shared/express/field.ts'
import { fieldLines } from '#shared/express/field-words.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { plainSentences, plainTitle } from '#shared/receipt/plain-words.ts'
import { sentRows } from '#shared/receipt/words.ts'
import { spelledOut } from '#shared/strategy/labels.ts'
import { recommendationOf, type AcceptLine } from '#shared/strategy/changes/accept-lines.ts'
import { changeRows } from './changes.ts'
import type { ReportFacts } from './facts.ts'
import { day, dollars, moment, percent, unknown } from './figures.ts'
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

/** The receipt's value for a recommended line: the same, another one, or none. */
const acceptedWords = ({ part }: Pick<AcceptLine, 'part'>, receipts: readonly Receipt[]) => {
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
      return receipt.outcome === 'accepted' ? value : `${value}, not confirmed`
    }
  }
  return 'not accepted'
}

/** The accepted lines of the recommendation; nothing if it has no line to accept. */
const acceptedOf = (sheet: Sheet, { main, today, receipts, mask }: ReportFacts) => {
  const { lines, notTaken, funds } = recommendationOf(main, today, (today ?? main).profile)
  if (lines.length + notTaken.length === 0) return
  const value = (kind: AcceptLine['kind'], amount: number | null) =>
    kind === 'age' ? String(amount ?? unknown) : percent(amount)
  const named = ({ account, label }: { readonly account: string; readonly label: string }) =>
    mask(account === '' ? label : `${account}, ${label}`)
  sheet.heading('What was accepted of it', 70)
  sheet.table(
    ['', 'Today', 'Recommended', 'Accepted'],
    [0.37, 0.15, 0.18],
    [
      ...lines.map((line) => [
        named(line),
        value(line.kind, line.from),
        value(line.kind, line.to),
        acceptedWords(line, receipts),
      ]),
      ...notTaken.map((line) => {
        return [named(line), percent(line.from), percent(line.to), 'cannot be chosen']
      }),
    ],
  )
  const changing = funds.flatMap(({ account, changing: many }) =>
    many > 0 ? [`${many} in ${mask(account)}`] : [],
  )
  if (changing.length === 0) return
  const words = `Funds that the service changes by itself: ${changing.join(', ')}.`
  sheet.text(words, { ...note, above: 5 })
}

/** The service's words on an annuity; nothing if it recommends no share, no amount and no reduction. */
const annuityOf = (sheet: Sheet, { strategies: { recommended } }: ReportFacts) => {
  const { annuityType = '', recommendations = [] } = recommended?.risOutput ?? {}
  const rows = recommendations.filter(
    ({ percentage, amount, loweringAnnuitizationAdvisable }) =>
      loweringAnnuitizationAdvisable || (percentage ?? 0) !== 0 || (amount ?? 0) !== 0,
  )
  if (rows.length === 0) return
  sheet.heading('Annuity, as the service recommends it', 70)
  sheet.table(
    ['Type', 'Share', 'Amount', spelledOut('LoweringAnnuitizationAdvisable')],
    [0.31, 0.15, 0.24],
    rows.map((row) => [
      row.annuityType || annuityType || unknown,
      percent(row.percentage),
      dollars(row.amount),
      row.loweringAnnuitizationAdvisable ? 'yes' : 'no',
    ]),
  )
  sheet.text(
    'The service does not say what the share is a share of, nor whether the amount is paid once or every year. An annuity is not part of what is accepted here.',
    { ...note, above: 5 },
  )
}

/** False if nothing is recommended and nothing was sent. */
export const acceptedPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { strategies, receipts, masked, main, today, phrases } = facts
  const changes = strategies.recommended === null ? [] : changeRows(facts, 'recommended')
  if (changes.length === 0 && receipts.length === 0) return false
  if (changes.length > 0) {
    sheet.heading('What the service recommends')
    changesTable(sheet, 'recommended', changes)
    if (phrases.length > 0) {
      const words = `Recommended incomes include what you chose: ${joined(phrases)}.`
      sheet.text(words, { ...note, above: 5 })
    }
    annuityOf(sheet, facts)
  }
  acceptedOf(sheet, facts)
  for (const receipt of receipts) receiptWords(sheet, masked ? maskReceipt(receipt) : receipt)
  if (receipts.length === 0) {
    sheet.heading('What was accepted')
    sheet.text(
      `Nothing has been enrolled or implemented since the forecast of ${moment((today ?? main).savedAt)}.`,
      note,
    )
  }
  return true
}
