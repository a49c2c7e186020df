import type { Recommended } from '#shared/express/changes.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { changesOf } from '#shared/strategy/changes/review-changes.ts'
import type { ReportFacts } from './facts.ts'

/**
 * The recommended lines, and what happened to each. They come from the submission's review, or
 * without a receipt from the chosen forecast.
 */
export const recommendedIn = ({
  sent,
  receipts,
  main,
  today,
  unitsOf,
}: ReportFacts): Recommended & { readonly receipt: Receipt | null } => {
  const doubtful = receipts.standing.find(
    ({ outcome, sentAt }) => outcome === 'inDoubt' && sentAt >= main.savedAt,
  )
  const receipt = sent?.receipt ?? doubtful
  if (receipt?.recommended) return { ...receipt.recommended, receipt }
  const { recommended } = changesOf(main, (today ?? main).profile, unitsOf(main), main.inputs)
  return { ...recommended, receipt: null }
}
