import type { ParticipantProfile, Pension } from '../../../participant/profile.ts'
import type { Figure } from '../../../figures/figure.ts'
import { fileId } from './file-savings.ts'
import { figure, step, sumOf } from '../make.ts'

/** The pensions of a participant file, dollars a year. */
export interface PensionsInFile {
  readonly pensions: readonly {
    readonly pension: Pension
    /** `null` if the file has none. */
    readonly amount: Figure | null
  }[]
  /** All pensions together; `null` without a pension, or if one has no amount. */
  readonly total: Figure | null
}

const basis = 'Dollars a year.'

export const pensionsInFile = (profile: ParticipantProfile, at = ''): PensionsInFile => {
  const id = `${fileId(profile, at)}/pension`
  const pensions = profile.pensions.map((pension, index) => {
    const { amount, startYear } = pension
    const from = startYear === '' ? '' : ` from ${startYear}`
    return {
      pension,
      amount:
        amount === null
          ? null
          : figure({
              id: `${id}/${index}`,
              per: 'year',
              steps: [step('+', amount, { from: 'file', what: `Pension${from} in the file` })],
              sentence: `A pension${from}, by the file.`,
              basis,
            }),
    }
  })
  return {
    pensions,
    total: sumOf(
      pensions.map(({ pension, amount }) => [amount, `pension ${pension.startYear}`.trim()]),
      { id: `${id}/total`, sentence: 'All pensions of the file together, a year.', basis },
    ),
  }
}
