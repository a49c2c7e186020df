import { submissionNamed } from '#shared/express/operations.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { areOtherFunds } from '#shared/strategy/statement/investments/funds.ts'
import type { ReportFacts } from './facts.ts'
import { day } from './figures.ts'

/** The parts of a report that describe a submission that was carried out. */

const happened = ({ operation }: Receipt) => submissionNamed(operation).receipt.happened

/** A name such as `What was enrolled`. */
export const sentName = (receipt: Receipt): string => `What was ${happened(receipt).toLowerCase()}`

/**
 * True if only the recommended rates were sent, so that the sent strategy keeps today's funds while
 * the recommended one changes them.
 */
export const keepsFunds = ({ sent, sides: { today, plan, recommended }, mappings }: ReportFacts) =>
  sent !== null &&
  !areOtherFunds(today, plan, mappings) &&
  areOtherFunds(plan, recommended, mappings)

/**
 * Words about what was carried out, with date and number of the receipt; empty if nothing was carried out since the
 * forecast.
 */
export const sentWords = (facts: ReportFacts): string => {
  const { sent, plan } = facts
  if (sent === null) return ''
  const { receipt } = sent
  const settled = settledOf(receipt) === null ? '' : ', by what was found out afterward'
  const lead = `${happened(receipt)} on ${day(receipt.sentAt)}${settled}, receipt ${receipt.receiptNumber}.`
  return plan === null
    ? `${lead} No answer of the service has figures for exactly that; only today’s are shown.`
    : keepsFunds(facts)
      ? `${lead} These figures keep today’s funds; the managed account may still change investments.`
      : lead
}
