import { forecast } from '#electron/training/engine/forecast.ts'
import type { ForecastInput } from '#electron/training/engine/person/household.ts'

/** A forecast of which nothing is kept from the one before: the engine keeps the last Current, and another takes its place. */
export const madeAnew = (input: ForecastInput): ReturnType<typeof forecast> => {
  forecast({ ...input, seed: `not ${input.seed ?? ''}` })
  return forecast(input)
}
