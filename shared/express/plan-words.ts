/** A plan of a submission, in one form for every submission. */
export interface SubmittedPlan {
  readonly planId: string
  readonly planType: string
  /** Empty where the operation takes none. */
  readonly serviceOption: string
  /** What else a plan of the operation has, in words; absent where it has no such column. */
  readonly [column: string]: string | undefined
}

/** A plan and what goes with it in one line, for example `ACME401K (401K), ManagedAccounts`. */
export const planWords = ({ planId, planType, ...columns }: SubmittedPlan): string =>
  [
    planType === '' ? planId : `${planId} (${planType})`,
    ...Object.values(columns).filter(Boolean),
  ].join(', ')

/** `one`, `one and two`, `one, two and three`. */
export const joined = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')

/** Every plan with what goes with it, as a sentence names them. */
export const plansWords = (plans: readonly SubmittedPlan[]): string => joined(plans.map(planWords))
