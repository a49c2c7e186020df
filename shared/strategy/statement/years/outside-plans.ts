import { taxableWords } from '../../labels.ts'
import { isTraining, type Side } from '../side.ts'

/**
 * A sentence on why the answer has an account outside all plans, although the participant may have none; empty for an
 * account of a plan.
 */
export const outsidePlans = (side: Side, account: string): string => {
  const name = taxableWords(account)
  const isMapped = side.saved.reading.accountMappings.some(({ accountId }) => accountId === account)
  if (isMapped || name === '') return ''
  return isTraining(side)
    ? `${name}: not in the file; savings above the plans’ limits go there, and income that is not spent, such as a pension while still working or a required distribution.`
    : `${name}: in no plan of the answer; the service does not say what goes there.`
}
