import type { AccountMapping } from './pick.ts'

/** Words that keep their capitals: the listed ones, and words of two or three characters. */
const acronym = /^([A-Z\d]{2,3}|TIPS|REITS?|GMWB)$/

/** A name in the service's spelling as words: `LargeCap` gives `Large cap`, `US_BOND` gives `US bond`. */
export const spelledOut = (name: string): string => {
  const words = name
    .trim()
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .split(/\s+/)
    .filter((word) => word !== '')
  return words
    .map((word, index) => {
      if (acronym.test(word)) return word
      const lower = word.toLowerCase()
      return index === 0 ? lower.charAt(0).toUpperCase() + lower.slice(1) : lower
    })
    .join(' ')
}

/** A plan type as people write it: `401K` gives `401(k)`; an unknown type stays as it is. */
export const planTypeWords = (planType: string): string =>
  planType.trim().replace(/^(40[13]|457)\(?([abk])\)?$/i, (_, number: string, letter: string) => {
    return `${number}(${letter.toLowerCase()})`
  })

/** The name of an account outside all plans, which the service calls `TAXABLE`; empty for any other word. */
export const taxableWords = (name: string): string =>
  /^taxable( account)?$/i.test(name.trim()) ? 'Taxable account' : ''

/** An account's name on screen: its plan and plan type if the service mapped it, otherwise its id. */
export const accountLabel = (accountId: string, mappings: readonly AccountMapping[]): string => {
  const mapping = mappings.find((candidate) => candidate.accountId === accountId)
  if (!mapping || mapping.planId === '')
    return taxableWords(accountId) || accountId || 'Unnamed account'
  const type = planTypeWords(mapping.planType)
  const shared = mappings.some(
    (other) => other.planId === mapping.planId && other.accountId !== accountId,
  )
  const plan = type === '' ? mapping.planId : `${mapping.planId} ${type}`
  return shared ? `${plan} (${accountId})` : plan
}
