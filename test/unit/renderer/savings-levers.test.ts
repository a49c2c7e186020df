import { expect, test } from 'vitest'
import {
  mainRate,
  rateLimits,
  savingsLevers,
} from '#renderer/features/forecast/form/savings-levers.ts'
import { asTyped, emptyWhatIf } from '#renderer/workspace/forecast/what-if.ts'
import { usualRules } from '#shared/savings/saving-year.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { plain } from '#test/support/figures/plain.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'

/** According to her file, Maria saves 6% before tax and 2% Roth into ACME401K. */
const maria = aProfile()
const rules = { ...usualRules, wagesBefore: null }
const [preTax, roth] = savingsLevers(null, maria)

test.each([[''], ['10']])(
  'a lever and the warning about its rate state the same limit if the Roth rate is %j',
  (rothTyped) => {
    if (preTax === undefined || roth === undefined) throw new Error('no levers')
    const savings = [
      { ...preTax, key: 0, value: '60' },
      ...(rothTyped === '' ? [] : [{ ...roth, key: 1, value: rothTyped }]),
    ]
    const draft = { ...emptyWhatIf(), savings }
    const { law } = rateLimits(preTax, draft, maria, rules)
    const details = savings.map(({ planId, savingsType, value }) => ({
      PlanId: planId,
      SavingsType: savingsType,
      Value: value,
    }))
    const [remark] = unusualFor({ SavingsRateDetails: details }, maria, new Date(), rules)
    expect(plain(remark?.message ?? [])).toContain(
      `${asTyped(Math.round((law?.percent ?? 0) * 100) / 100)}% of pay`,
    )
  },
)

test('savings in the file without a lever are counted in addition to the savings that a search changes', () => {
  // Two Roth rates for one plan; a request cannot select just one of them.
  const twice = aProfile({
    contributions: [
      ...maria.contributions,
      ...maria.contributions.filter(({ kind }) => kind === 'roth'),
    ],
  })
  expect(savingsLevers(null, twice)).toHaveLength(1)
  expect(mainRate(null, twice, emptyWhatIf(), rules)?.others).toBe(4)
})
