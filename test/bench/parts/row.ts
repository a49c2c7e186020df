/** One measured number of a bench. If possible the limit is on a ratio, so that it is valid on any machine. */
export interface Row {
  readonly name: string
  readonly value: number
  /** `ms`, `MB`, `×` … */
  readonly unit: string
  /** What a ratio is relative to. */
  readonly ratioTo?: string
  /** Largest acceptable value; absent for a number that is only shown. */
  readonly limit?: number
  readonly met: boolean
}
