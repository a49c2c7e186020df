/**
 * The value at rank `rank` (0 = smallest) of `count` values from `start`; reorders that part of `values`. Hoare's
 * selection with the middle element as pivot.
 */
export const selectRank = (
  values: Float64Array,
  start: number,
  count: number,
  rank: number,
): number => {
  let left = start
  let right = start + count - 1
  const wanted = start + rank
  while (left < right) {
    const pivot = values[(left + right) >> 1] ?? 0
    let low = left
    let high = right
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++
      while ((values[high] ?? 0) > pivot) high--
      if (low <= high) {
        const swap = values[low] ?? 0
        values[low] = values[high] ?? 0
        values[high] = swap
        low++
        high--
      }
    }
    if (wanted <= high) right = high
    else if (wanted >= low) left = low
    else return values[wanted] ?? 0
  }
  return values[wanted] ?? 0
}

/** Rank of a percentile among `count` sorted values: as many values are lower as the percentile allows to fail. */
export const rankOf = (percentage: number, count: number): number =>
  Math.min(count - 1, Math.floor((count * percentage) / 100))
