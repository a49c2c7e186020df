/** True if a number can be an age in years. */
export const isAge = (years: number): boolean => years >= 0 && years <= 150

/** Whole years from `dateOfBirth` (YYYY-MM-DD) to the local day of `now`; `null` if it is not a date. */
export const ageAt = (dateOfBirth: string, now: Date): number | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dateOfBirth)
  if (match === null) return null
  const [year, month, day] = match.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const hadBirthday =
    now.getMonth() + 1 > month || (now.getMonth() + 1 === month && now.getDate() >= day)
  const age = now.getFullYear() - year - (hadBirthday ? 0 : 1)
  return age >= 0 && age < 150 ? age : null
}
