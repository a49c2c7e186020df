/** A change after which the program does the same, so that no test can notice it. */
export interface Equivalent {
  readonly file: string
  readonly original: string
  readonly replacement: string
  readonly reason: string
}

export const equivalents: readonly Equivalent[] = []
