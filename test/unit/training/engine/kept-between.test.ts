import { expect, it } from 'vitest'
import { forecast } from '#electron/training/engine/forecast.ts'
import { type ForecastInput, householdOf } from '#electron/training/engine/person/household.ts'
import { currentStrategy } from '#electron/training/engine/advice/advice.ts'
import { growthFactors, marketDraws } from '#electron/training/engine/paths/returns.ts'
import { project } from '#electron/training/engine/strategy.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { type ProjectionJob, runProjection } from '#electron/training/run-projection.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { madeAnew } from './support/made-anew.ts'
import { account, holding, saver, today } from './support/people.ts'

const stocks = [holding('LCI01', 60_000), holding('BDI01', 40_000)]
const person = { today, paths: 40, seed: 'kept between' }
const one = { ...person, profile: saver({ accounts: [account('A', stocks)] }) }
const bonds = {
  ...person,
  profile: saver({ accounts: [account('A', [holding('BDI01', 100_000)])] }),
}
const younger = { ...one, profile: saver({ ...one.profile, dateOfBirth: '1995-06-30' }) }

/**
 * Tests that draws, growth and the last Current, which the engine keeps for the next forecast,
 * change no answer.
 */
it('a forecast after others equals the same forecast made alone, whatever changed in between', () => {
  const walk: ForecastInput[] = [
    one,
    { ...one, RetirementAge: 70 },
    { ...one, RetirementAge: 58 },
    { ...one, RetirementAge: 70, Salary: 250_000 },
    younger,
    { ...one, RetirementAge: 70 },
    { ...younger, Salary: 40_000 },
    { ...one, paths: 60 },
    one,
  ]
  const alone = walk.map(madeAnew)
  expect(walk.map((input) => forecast(input))).toEqual(alone)
})

it('growth always belongs to the requested mix and markets, in any order of requests', () => {
  const [first, other] = ['first', 'other'].map((seed) => marketDraws(seed, person.paths, 90))
  for (const [input, draws] of [
    [one, first],
    [bonds, first],
    [one, other],
    [one, first],
    [bonds, other],
    [bonds, first],
  ] as const) {
    const household = householdOf(input)
    const markets = { draws: draws ?? new Float32Array(), paths: person.paths }
    const { simulation } = project(household, currentStrategy(household), markets)
    const { plan, growth } = simulation
    expect(growth).toEqual(
      growthFactors(markets.draws, plan.coefficients, markets.paths, plan.years, plan.accounts),
    )
  }
})

it('the cached reading always belongs to the requested file and mapping', () => {
  const [maya, daniel] = examplePeople
  const job = (person: typeof maya, mapping = publishedMapping): ProjectionJob => ({
    kind: 'participant',
    operation: 'forecast',
    request: { ClientId: 'TRAINING', ParticipantXML: person?.xml ?? '' },
    today,
    firmLaw: [],
    mapping,
  })
  const nobody = {
    ...publishedMapping,
    elements: { ...publishedMapping.elements, participant: ['Nobody'] },
  }
  const names = [job(maya), job(daniel), job(maya), job(maya, nobody), job(maya)].map((one) => {
    const result = runProjection(one)
    return result.kind === 'projected' ? result.participant.person.UserID : result.kind
  })
  expect(names).toEqual(['TR1001', 'TR1002', 'TR1001', 'unusableXml', 'TR1001'])
})
