/**
 * `after` less `before` as whole dollars of the two shown amounts, so that a reader who subtracts them gets the same
 * number.
 */
export const wholeDifference = (after: number, before: number): number =>
  Math.round(after) - Math.round(before)
