import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation at its first size until the returned function is called. While the program starts, nearly
 * everything it makes stays; V8 takes that for a sign of much work and doubles the space up to three times, which costs
 * main 2.5 MB for as long as it runs. V8 reads this flag whenever it might grow the space; a version without it ignores
 * the call.
 */
export const holdYoungGeneration = (): (() => void) => {
  const growBy = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  growBy(1)
  return () => growBy(2)
}
