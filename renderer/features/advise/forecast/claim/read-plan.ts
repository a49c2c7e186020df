import type { ForecastInputs } from '#shared/express/requests.ts'
import { openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { typedNumber } from '../typed-number.ts'
import { readWhatIf, type FieldErrors, type WhatIfDraft } from '../what-if.ts'

/** The typed plan: the inputs to send, and the claim age approximated beside them. */
export type ReadPlan =
  | {
      readonly inputs: ForecastInputs
      /** `null` if none is typed, or if Social Security is left out. */
      readonly claimAge: number | null
      readonly errors: null
    }
  | { readonly inputs: null; readonly claimAge: null; readonly errors: FieldErrors }

/** Why a claim age cannot be used as typed; empty if it can. */
const claimAgeError = (typed: number | null, ageNow: number | null): string => {
  if (typed === null) return ''
  const ages = openClaimAges(ageNow)
  const [first, last] = [ages[0], ages.at(-1)]
  if (first === undefined || last === undefined) return 'No claim age is ahead any more.'
  return ages.includes(typed) ? '' : `A whole age from ${first} to ${last}.`
}

/** `errors` names wrong fields; the claim age is `ClaimAge`. */
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

/** Whether a forecast ran with exactly the typed inputs. */
export const isRunOf = (
  { inputs, claimAge }: ReadPlan,
  shown: { readonly inputs: ForecastInputs; readonly claim?: { readonly age: number } | undefined },
): boolean =>
  inputs !== null &&
  JSON.stringify(inputs) === JSON.stringify(shown.inputs) &&
  claimAge === (shown.claim?.age ?? null)
