import type { ForecastInputs } from '#shared/express/requests.ts'
import { openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { typedNumber } from '../typed-number.ts'
import { readWhatIf, type FieldErrors, type WhatIfDraft } from '../what-if.ts'

/** What is typed, read: the inputs that are sent, and the claim age that is approximated beside them. */
export type ReadPlan =
  | {
      readonly inputs: ForecastInputs
      /** `null` where none is typed, and where Social Security is left out. */
      readonly claimAge: number | null
      readonly errors: null
    }
  | { readonly inputs: null; readonly claimAge: null; readonly errors: FieldErrors }

/** Why a claim age cannot be used as typed; empty where it can. */
export const claimAgeError = (typed: number | null, ageNow: number | null): string => {
  if (typed === null) return ''
  const ages = openClaimAges(ageNow)
  const [first, last] = [ages[0], ages.at(-1)]
  if (first === undefined || last === undefined) return 'No claim age is ahead any more.'
  return ages.includes(typed) ? '' : `A whole age from ${first} to ${last}.`
}

/** Fields that are wrong are named in `errors`; the claim age as `ClaimAge`. */
export const readPlan = (draft: WhatIfDraft, ageNow: number | null): ReadPlan => {
  const typed = readWhatIf(draft)
  const claimAge = draft.excludeSocialSecurity ? null : typedNumber(draft.claimAge)
  const wrong = claimAgeError(claimAge, ageNow)
  if (typed.inputs === null || wrong !== '')
    return {
      ...{ inputs: null, claimAge: null },
      errors: { ...typed.errors, ...(wrong === '' ? {} : { ClaimAge: wrong }) },
    }
  return { inputs: typed.inputs, claimAge, errors: null }
}

/** Whether a forecast was run with just what is typed. */
export const isRunOf = (
  { inputs, claimAge }: ReadPlan,
  shown: { readonly inputs: ForecastInputs; readonly claim?: { readonly age: number } | undefined },
): boolean =>
  inputs !== null &&
  JSON.stringify(inputs) === JSON.stringify(shown.inputs) &&
  claimAge === (shown.claim?.age ?? null)
