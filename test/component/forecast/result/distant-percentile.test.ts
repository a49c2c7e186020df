import { expect, test } from 'vitest'
import { ok } from '#shared/result.ts'
import { sampleForecast } from '#test/unit/strategy/sample-forecast.ts'
import { openForecast, outcome, runButton } from '../open-forecast.ts'
import { aSavedForecast } from '../sample-saved.ts'

test('the outcome says which percentile is used for average markets if the answer has none near the 50th', async () => {
  const strategies = sampleForecast.strategies.map((strategy) => ({
    ...strategy,
    percentiles: strategy.percentiles.filter(({ percentage }) => percentage === 10),
  }))
  await openForecast({
    'forecast.run': ({ inputs }) =>
      ok(aSavedForecast(inputs, { reading: { ...sampleForecast, strategies } })),
  })
  await runButton.click()
  await expect
    .element(outcome)
    .toMatchTextContent(
      'The answer has no percentile near 50: average markets are its percentile 10.',
    )
})
