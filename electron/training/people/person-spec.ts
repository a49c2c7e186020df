/** Rates are percent of pay. */
export interface ContributionSpec {
  readonly kind: 'pretax' | 'roth' | 'posttax' | 'employer'
  readonly rate: number
  /** Employer only: percent of each dollar saved that is added, and percent of pay up to which. */
  readonly match?: { readonly rate: number; readonly limit: number }
}

/** One account of an example person. */
export interface PlanSpec {
  readonly planId: string
  readonly planType: string
  /** `Active` when left out. */
  readonly status?: string
  /** Most over all sources, percent of pay; 75 when left out. */
  readonly combinedLimit?: number
  /** Dollars. */
  readonly balance: number
  /** Percent of the balance by fund id; adds up to 100. */
  readonly mix: Readonly<Record<string, number>>
  /** Further funds the plan offers, held at 0. */
  readonly lineup: readonly string[]
  /** Funds that cannot be sold: kept at their share of today. */
  readonly locked?: readonly string[]
  readonly contributions?: readonly ContributionSpec[]
}

export interface PensionSpec {
  /** Dollars a year. */
  readonly amount: number
  readonly startYear: number
  readonly cola: boolean
}

/** An example person as compact data; `writePersonXml` makes the file. */
export interface PersonSpec {
  readonly id: string
  readonly userId: string
  readonly firstName: string
  readonly middleName?: string
  readonly lastName: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
  readonly gender?: 'F' | 'M'
  readonly married: boolean
  readonly address: readonly [street: string, city: string, state: string, zip: string]
  /** Dollars a year. */
  readonly salary: number
  readonly pensions?: readonly PensionSpec[]
  readonly plans: readonly PlanSpec[]
  /** One sentence: why this person is here. */
  readonly reason: string
}
