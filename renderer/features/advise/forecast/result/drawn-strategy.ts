import type { Strategy } from '#shared/express/reading.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import type { DrawnStrategy } from '../../../../charts/board.ts'

const triesMoreThanAnAge = ({ inputs, claim }: Pick<SavedForecast, 'inputs' | 'claim'>) =>
  claim !== undefined ||
  Object.entries(inputs).some(([key, value]) => key !== 'RetirementAge' && value !== undefined)

/** The service draws Current at its own retirement age; a plan's other age is only a figure in its table. */
export const drawnStrategy = (
  saved: Pick<SavedForecast, 'kind' | 'inputs' | 'claim'>,
  current: Pick<Strategy, 'retirementAge'> | null,
  namesFields: boolean,
): DrawnStrategy => {
  if (changesNothing(saved)) return { name: 'Today', role: 'today', undrawn: '' }
  const { RetirementAge: asked } = saved.inputs
  const drawn = current?.retirementAge ?? null
  if (asked === undefined || asked === drawn) return { name: 'Plan', role: 'plan', undrawn: '' }
  const isMore = triesMoreThanAnAge(saved)
  const at = drawn === null ? '' : ` at ${drawn}`
  const table = namesFields
    ? 'RetirementIncomeAtVariousRetirementAges'
    : 'its table of retirement ages'
  return {
    name: isMore ? `Your changes${at}` : `Today’s strategy${at}`,
    role: isMore ? 'plan' : 'today',
    undrawn: `The answer draws only two strategies, this one${at || ' at another age'}; the income at ${asked} comes from ${table}.`,
  }
}
