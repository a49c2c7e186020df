import { expect, it } from 'vitest'
import { currentStrategy } from '#electron/training/engine/advice/advice.ts'
import { marketDraws } from '#electron/training/engine/paths/returns.ts'
import { householdOf } from '#electron/training/engine/person/household.ts'
import { otherAgesOf, project } from '#electron/training/engine/strategy.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { profileIn, today } from '#test/support/figures/statements.ts'

const paths = 200

it.each(examplePeople.map(({ id, xml }) => [id, profileIn(xml)] as const))(
  'the table of retirement ages has the same incomes as a forecast at each age: %s',
  (seed, profile) => {
    const retiring = (RetirementAge?: number) => {
      const household = householdOf({ profile, today, RetirementAge })
      const years = household.lastAge - household.age + 1
      const markets = { draws: marketDraws(seed, paths, years), paths }
      return project(household, currentStrategy(household), markets)
    }
    const planned = retiring()
    const tables = otherAgesOf(planned, [-2, 0, 2, 4])
    const ages = tables[0]?.map(({ RetirementAge }) => Number(RetirementAge)) ?? []
    expect(ages).toContain(planned.household.retirementAge)
    for (const [row, age] of ages.entries())
      for (const [index, level] of retiring(age).levels.entries())
        expect(tables[index]?.[row]?.SustainableRetirementIncome, `${age}`).toBeCloseTo(level, 0)
  },
)
