/** A plan in the form common to all submissions. */
export interface SubmittedPlan {
  readonly planId: string
  readonly planType: string
  /** Empty if the operation takes none. */
  readonly serviceOption: string
  /** Further columns of the operation in words; absent if it has no such column. */
  readonly [column: string]: string | undefined
}

/** A plan and its columns in one line, for example `ACME401K (401K), ManagedAccounts`. */
export const planWords = ({ planId, planType, ...columns }: SubmittedPlan): string =>
  [
    planType === '' ? planId : `${planId} (${planType})`,
    ...Object.values(columns).filter(Boolean),
  ].join(', ')

/** `one`, `one and two`, `one, two and three`. */
export const joined = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')

/** Every plan with its columns, as part of a sentence. */
export const plansWords = (plans: readonly SubmittedPlan[]): string => joined(plans.map(planWords))
