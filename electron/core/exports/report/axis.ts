/** Round steps for an axis from 0 to at least `most`: each step 1, 2, 2.5 or 5 times a power of ten, about `count` of them. */
export const ticksTo = (most: number, count = 4): readonly number[] => {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1]
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough * 0.999) ?? 10) * power
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** Maps dollars to points in either direction: `to` may be left of, or above, `from`. */
export const scaleOf = (
  least: number,
  most: number,
  from: number,
  to: number,
): ((value: number) => number) => {
  const span = most - least || 1
  return (value) => from + ((value - least) / span) * (to - from)
}

/** Every fifth age, and the first and last unless they are too close to one. */
export const labeledAges = (ages: readonly number[]): readonly number[] =>
  ages.filter(
    (age, index) =>
      age % 5 === 0 || (index === 0 && age % 5 < 4) || (index === ages.length - 1 && age % 5 > 1),
  )
