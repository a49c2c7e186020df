import { ageAt } from '../age-at.ts'
import type { Figure, Said } from '../figures/figure.ts'
import { givenFigure } from '../figures/given.ts'
import { said } from '../figures/said.ts'
import { once } from '../late.ts'
import { dayOf } from '../moments.ts'
import type { Contribution, Holding, ParticipantProfile, Pension } from './profile.ts'
import type { ReadValue } from './read-values.ts'

/**
 * Warnings that cast doubt on all of a participant's figures. They are shown as remarks on the file
 * and with everything computed from it. An empty sentence means no doubt.
 */

const days = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))
const dayWords = (day: string) => days().format(new Date(`${day}T00:00:00Z`))

/** An amount from the file. */
export const dollars = (what: string, amount: number, per: Figure['per'] = 'once'): Figure =>
  givenFigure(amount, {
    id: `file/doubt/${what}/${amount}`,
    per,
    origin: { from: 'file', what },
    sentence: `${what}, as the file is read.`,
    basis: per === 'year' ? 'Dollars a year.' : 'Dollars.',
  })

/**
 * A date of birth is doubtful outside these ages, because nobody younger saves at work and almost
 * nobody is older.
 */
const [youngest, oldest] = [14, 110]
/** From this age on, a missing salary may mean that the person is retired. */
const mayBeRetired = 59
/** A salary outside these limits, in dollars a year, was probably read with the wrong period. */
const [leastPay, mostPay] = [7_500, 1_500_000]

const localNoon = (day: string) => new Date(`${day}T12:00:00`)

/** Systems write dates outside this range for an unknown date of birth. */
const [firstBirth, lastBirth] = ['1901-01-02', '2098-12-31']
/** Day 0 of many computers, but also a possible date of birth. */
const epoch = '1970-01-01'

/**
 * Drops a date of birth that no living person has: a placeholder, such as 1900-01-01 or 9999-12-31, or one that gives
 * an age over 110. `today` is YYYY-MM-DD, or empty to skip the age.
 */
export const birthday = (read: ReadValue<string>, today: string): ReadValue<string> => {
  const { value } = read
  if (value === '') return read
  if (value < firstBirth || value > lastBirth)
    return { value: '', remark: `is ${value}, a placeholder for an unknown date; it is not used` }
  const age = today === '' ? null : ageAt(value, localNoon(today))
  return age !== null && age > oldest
    ? { value: '', remark: `is ${value}, which means an age of ${age}; it is not used` }
    : read
}

/** A doubt about a date of birth. `today` is YYYY-MM-DD, or empty to skip what depends on it. */
export const birthDoubt = (dateOfBirth: string, who: string, today: string): string => {
  if (dateOfBirth === '') return `${who} has no readable date of birth.`
  if (dateOfBirth === epoch)
    return `${who} has the date of birth ${dayWords(epoch)}, which some systems write for an unknown one.`
  if (today === '') return ''
  if (dateOfBirth > today)
    return `${who} has a date of birth in the future, ${dayWords(dateOfBirth)}.`
  const age = ageAt(dateOfBirth, localNoon(today))
  return age !== null && (age < youngest || age > oldest)
    ? `${who} is ${age} by the date of birth in the file, ${dayWords(dateOfBirth)}.`
    : ''
}

/** A doubt about a salary. `salary` is dollars a year; `age` is null if unknown. */
export const salaryDoubt = (salary: number | null, who: string, age: number | null): Said => {
  if (salary !== null && salary < 0)
    return said`${who} has a negative salary, ${dollars('Salary', salary, 'year')}.`
  if (salary !== null && salary !== 0)
    return salary < leastPay || salary > mostPay
      ? said`${who} has a salary that is read as ${dollars('Salary', salary, 'year')} a year.`
      : []
  if (age !== null && age >= mayBeRetired) return []
  return salary === null
    ? [`${who} has no readable salary.`]
    : said`${who} has a salary of ${dollars('Salary', 0, 'year')}.`
}

export const holdingDoubt = ({ fundId, balance }: Holding): Said => {
  const name = fundId === '' ? 'A holding' : `Fund ${fundId}`
  if (balance === null) return [`${name} has no readable balance; it counts as 0.`]
  return balance < 0
    ? said`${name} has a negative balance, ${dollars(`Balance of ${name}`, balance)}.`
    : []
}

export const pensionDoubts = ({ amount, startYear }: Pension): readonly Said[] => [
  amount === null
    ? ['A pension has no readable amount.']
    : amount < 0
      ? said`A pension has a negative amount, ${dollars('Pension', amount, 'year')}.`
      : [],
  startYear === '' ? ['A pension has no readable start year.'] : [],
]

const contributionDoubt = ({ planId, rate, amount }: Contribution): Said => {
  const into = planId === '' ? '' : ` to ${planId}`
  const what = `A contribution${into}`
  if (rate !== null && (rate < 0 || rate > 100))
    return said`${what} is ${givenFigure(rate, {
      id: `file/doubt/${what}/rate/${rate}`,
      unit: 'percent',
      origin: { from: 'file', what },
      sentence: `${what}, as the file is read.`,
      basis: 'Percent of pay before tax.',
    })} of pay, which is not between 0% and 100%.`
  return amount !== null && amount < 0
    ? said`${what} has a negative amount, ${dollars(what, amount, 'year')}.`
    : []
}

/**
 * The doubts about a file's participant at a given time, without the participant's name; none if
 * the participant is unknown.
 */
export const doubtsOf = (profile: ParticipantProfile | null, at: Date): readonly Said[] => {
  if (profile === null) return []
  const { dateOfBirth, salary, accounts, pensions, contributions } = profile
  const who = 'The participant'
  const all = [
    said`${birthDoubt(dateOfBirth, who, dayOf(at))}`,
    salaryDoubt(salary, who, ageAt(dateOfBirth, at)),
    ...accounts.flatMap(({ planId, balance, holdings }) => {
      const plan = planId === '' ? 'An account' : `Plan ${planId}`
      return [
        ...holdings.map(holdingDoubt),
        holdings.length === 0 && balance < 0
          ? said`${plan} has a negative balance, ${dollars(`Balance of ${plan}`, balance)}.`
          : [],
      ]
    }),
    ...pensions.flatMap(pensionDoubts),
    ...contributions.map(contributionDoubt),
  ]
  return [...new Map(all.map((doubt) => [JSON.stringify(doubt), doubt])).values()].filter(
    (doubt) => doubt.length > 0,
  )
}
