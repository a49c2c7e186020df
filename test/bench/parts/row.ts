/** One measured number of a bench. A limit is a ratio where possible, so that it holds on any machine. */
export interface Row {
  readonly name: string
  readonly value: number
  /** `ms`, `MB`, `×` … */
  readonly unit: string
  /** The baseline of a ratio. */
  readonly ratioTo?: string
  /** Largest good value; absent for a number that is only shown. */
  readonly limit?: number
  readonly met: boolean
}
