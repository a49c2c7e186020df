/**
 * One number measured by a bench. Where possible, the limit applies to a ratio, so that it is valid
 * on any machine.
 */
export interface Row {
  readonly name: string
  readonly value: number
  /** `ms`, `MB`, `×` … */
  readonly unit: string
  /** What the ratio is relative to. */
  readonly ratioTo?: string
  /** Largest acceptable value; absent for a number that is shown only for information. */
  readonly limit?: number
  readonly met: boolean
}
