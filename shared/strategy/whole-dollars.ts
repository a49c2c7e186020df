/**
 * `after` less `before` in whole dollars, between the two amounts as a screen shows them: a reader who subtracts one from
 * the other gets this very number.
 */
export const wholeDifference = (after: number, before: number): number =>
  Math.round(after) - Math.round(before)
