/** One measured number of a bench. A limit is a ratio where it can be, so that it holds on any machine. */
export interface Row {
  readonly name: string
  readonly value: number
  /** `ms`, `MB`, `×` … */
  readonly unit: string
  /** What a ratio is measured against. */
  readonly ratioTo?: string
  /** Largest value that is still good; absent for a number that is only shown. */
  readonly limit?: number
  readonly met: boolean
}
