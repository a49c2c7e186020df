import type { Equivalent } from '../equivalents.ts'

export const inForecasts: readonly Equivalent[] = [
  {
    file: 'electron/core/forecasts/forecasts.ts',
    place: 'mostTogether',
    changes: [
      ['20_000_000', '20_000_000 + 1'],
      ['together <= mostTogether', 'together < mostTogether'],
    ],
    reason: 'Exactly how much is kept is a matter of room.',
  },
  {
    file: 'electron/core/forecasts/forecasts.ts',
    place: 'let together',
    changes: [['0', '0 + 1']],
    reason: 'Exactly how much is kept is a matter of room.',
  },
]
