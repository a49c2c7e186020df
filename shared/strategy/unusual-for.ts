import { ageAt } from '../age-at.ts'
import type { CaseInformationInputs, EnrollInputs } from '../express/requests.ts'
import type { Unusual } from '../express/unusual.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import type { Saver } from '../savings/own-rates.ts'
import { savingYear, type PersonRules } from '../savings/saving-year.ts'
import { ratesAskedFor, type AskedRates } from './asked-rates.ts'
import { filePay } from './statement/file/file-savings.ts'
import { said, type Said } from './statement/said.ts'
import { rateRemark } from './statement/savings/limits.ts'
import { typedPay, typedRate } from './statement/typed.ts'

/**
 * Remarks on values that are unusual for one person; `unusual.ts` has those that are unusual for
 * anybody. The service has no such rules and accepts the values anyway. Levers, forms and reviews
 * use the same sentences.
 */

/** Facts about a person today. A sent `dateOfBirth` takes precedence over the file's. */
export const personToday = (
  profile: ParticipantProfile | null,
  now: Date,
  dateOfBirth = profile?.dateOfBirth ?? '',
) => ({
  /** The name at the start of a sentence. */
  name: profile?.firstName || 'The participant',
  age: ageAt(dateOfBirth, now),
  /** Dollars a year; null if the file has none. */
  salary: profile?.salary ?? null,
  profile,
  now,
})
type PersonToday = Readonly<ReturnType<typeof personToday>>

/** A sentence about a retirement age that is not in the future; otherwise empty. */
export const retirementAgeRemark = (typed: number, { name, age }: PersonToday): string => {
  if (age === null || typed > age) return ''
  return typed === age
    ? `${name} is ${age} now: that is retirement at once.`
    : `${name} is ${age} already: a retirement age of ${typed} is past, and the service may use another.`
}

/**
 * A salary that is this many times higher or lower than the file’s is probably a mistake, such as a
 * month’s pay or a wrong number of digits.
 */
const farApart = 3
/** Nobody works for less than this many dollars a year; used if the file has no pay. */
const leastSalary = 1000

/** A sentence about a salary, in dollars a year, that is far from the file’s; otherwise empty. */
export const salaryRemark = (typed: number, { salary, profile }: PersonToday): Said => {
  if (typed < 0 || typed === salary) return []
  if (salary === null || salary <= 0)
    return typed < leastSalary ? said`A salary of ${typedPay(typed)} a year is unusually low.` : []
  return typed * farApart <= salary || typed >= salary * farApart
    ? said`A salary of ${typedPay(typed)} a year is far from the file’s ${profile && filePay(profile)} a year.`
    : []
}

/** No pension is expected to begin after this age. */
const latestStart = 100

/**
 * A sentence about a pension's start year; empty for a future year, or a year that is also in the
 * file.
 */
const pensionRemark = (startYear: string, { name, age, profile, now }: PersonToday): string => {
  const year = /^\d{4}$/.test(startYear) ? Number(startYear) : null
  if (year === null || profile?.pensions.some((pension) => pension.startYear === startYear))
    return ''
  const thisYear = now.getFullYear()
  if (year < thisYear)
    return `A pension from ${startYear} has begun already, and the file has none from then.`
  if (age === null) return ''
  const then = age + year - thisYear
  return then > latestStart ? `A pension from ${startYear} starts when ${name} is ${then}.` : ''
}

/** A sentence about a field; empty if there is nothing to say. */
type Remark = readonly [field: string, message: Said]

const unusualRates = (
  details: AskedRates,
  saver: Saver,
  profile: ParticipantProfile | null,
): readonly Remark[] =>
  ratesAskedFor(details, saver, profile).map((asked, index) => {
    const field = `SavingsRateDetails.${index}.Value`
    if (asked === null || asked.rate.percent > 100) return [field, []]
    const { rate, limits } = asked
    const remark = rateRemark(rate.percent, limits, `asked/${rate.planId}/${rate.savingsType}`)
    return [
      field,
      remark.length === 0
        ? []
        : said`Saving ${typedRate(rate.percent)} of pay into ${rate.planId}: ${remark}`,
    ]
  })

type Inputs = EnrollInputs & Pick<Partial<CaseInformationInputs>, 'SSAgeOverride'>

/** The saver in `profile`, with the pay and date of birth replaced by those in `inputs`. */
export const saverOf = (
  { Salary, DOB }: EnrollInputs,
  profile: ParticipantProfile | null,
  now: Date,
  { wagesBefore, ...rules }: PersonRules,
): Saver => {
  const filePay = profile?.salary ?? null
  const dateOfBirth = DOB?.slice(0, 10) ?? profile?.dateOfBirth ?? ''
  return {
    accounts: profile?.accounts ?? [],
    contributions: profile?.contributions ?? [],
    salary: Salary ?? filePay,
    year: savingYear({ dateOfBirth, salary: filePay ?? Salary ?? null, wagesBefore }, now, rules),
  }
}

/**
 * Inputs that are unusual for the person in `profile`, as {@link Unusual}; amounts are in dollars a
 * year. A sent date of birth replaces the file’s. For an unknown person, only a salary that nobody
 * works for is unusual.
 */
export const unusualFor = (
  inputs: Inputs,
  profile: ParticipantProfile | null,
  now: Date,
  rules: PersonRules,
): readonly Unusual[] => {
  const { DOB, RetirementAge, Salary } = inputs
  const { SavingsRateDetails = [], PensionTypes = [], SSAgeOverride = [] } = inputs
  const born = DOB?.slice(0, 10)
  const person = personToday(profile, now, born)
  const { name, age } = person
  const remarks: readonly Remark[] = [
    [
      'DOB',
      born !== undefined && age === null
        ? [`A date of birth of ${born} is not that of anybody alive today.`]
        : [],
    ],
    [
      'RetirementAge',
      said`${RetirementAge !== undefined && retirementAgeRemark(RetirementAge, person)}`,
    ],
    ['Salary', Salary === undefined ? [] : salaryRemark(Salary, person)],
    ...unusualRates(SavingsRateDetails, saverOf(inputs, profile, now, rules), profile),
    ...PensionTypes.map(({ StartYear = '' }, index): Remark => [
      `PensionTypes.${index}.StartYear`,
      said`${pensionRemark(StartYear, person)}`,
    ]),
    ...SSAgeOverride.map((claim, index): Remark => [
      `SSAgeOverride.${index}`,
      age !== null && claim < age
        ? [`${name} is ${age} already: a Social Security age of ${claim} is past.`]
        : [],
    ]),
  ]
  return remarks.flatMap(([field, message]) => (message.length === 0 ? [] : [{ field, message }]))
}
