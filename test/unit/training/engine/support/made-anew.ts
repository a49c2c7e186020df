import { forecast } from '#electron/training/engine/forecast.ts'
import type { ForecastInput } from '#electron/training/engine/person/household.ts'

/**
 * A forecast that reuses nothing from the previous one. The engine keeps the last Current, so this
 * function first replaces it with another.
 */
export const madeAnew = (input: ForecastInput): ReturnType<typeof forecast> => {
  forecast({ ...input, seed: `not ${input.seed ?? ''}` })
  return forecast(input)
}
