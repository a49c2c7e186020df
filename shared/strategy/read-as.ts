import type { AgeColumn, CaseInformationReading, Percentile, Strategy } from '../express/reading.ts'
import type { ForecastInputs } from '../express/requests.ts'
import { readAsFields, readAsSchema, type Period, type ReadAs } from '../express/read-as.ts'
import { balanceName } from './charts/income-by-source.ts'

/**
 * How to read amounts without a specified unit. The environment's setting converts an answer's amounts to dollars a
 * year, and dollars a year to the unit of a request.
 */

/** The units for an environment that does not set any. */
export const usualReadAs: ReadAs = readAsSchema.parse({})

/** True if every setting has its default value. */
export const isUsual = (readAs: ReadAs): boolean =>
  readAsSchema.keyof().options.every((key) => readAs[key] === usualReadAs[key])

type AmountsOf<Row> = {
  [Key in keyof Row]: Row[Key] extends number | null ? Key & string : never
}[keyof Row]

/** The row with the amounts at `keys` converted to dollars a year. */
const inYears = <Row extends object>(
  row: Row,
  period: Period,
  ...keys: readonly AmountsOf<Row>[]
): Row => {
  if (period === 'year') return row
  const amounts = keys.map((key) => {
    const amount = row[key]
    return [key, typeof amount === 'number' ? amount * 12 : amount] as const
  })
  return { ...row, ...Object.fromEntries(amounts) }
}

const columnInYears = <Column extends AgeColumn>(column: Column, period: Period): Column =>
  period === 'year' ? column : { ...column, values: column.values.map((value) => value * 12) }

const percentileInYears = (entry: Percentile, readAs: ReadAs): Percentile => ({
  ...inYears(entry, readAs.sustainableIncome, 'sustainableRetirementIncome'),
  // A series of balances has no period, so it is not converted.
  incomeSources: entry.incomeSources.map((series) =>
    balanceName.test(series.type) ? series : columnInYears(series, readAs.incomeSources),
  ),
  taxes: columnInYears(entry.taxes, readAs.incomeSources),
})

const strategyInYears = (strategy: Strategy, readAs: ReadAs): Strategy => {
  const { savingsDollars } = readAs
  const details = (rows: Strategy['savingsRateDetail']): Strategy['savingsRateDetail'] =>
    rows.map(({ account, components }) => ({
      account,
      components: components.map((each) => inYears(each, savingsDollars, 'dollarAmount')),
    }))
  const { savingsRateOverall: overall, savingsRateTaxableOverflow: overflow } = strategy
  return {
    ...inYears(strategy, readAs.incomeGoal, 'goal', 'goalParticipant'),
    savingsRateDetail: details(strategy.savingsRateDetail),
    accountSavingsRateDetail: details(strategy.accountSavingsRateDetail),
    savingsRateOverall: overall && inYears(overall, savingsDollars, 'dollarAmount'),
    savingsRateTaxableOverflow: overflow && inYears(overflow, savingsDollars, 'dollarAmount'),
    percentiles: strategy.percentiles.map((entry) => percentileInYears(entry, readAs)),
    socialSecurity: strategy.socialSecurity.map((row) =>
      inYears(row, readAs.socialSecurity, 'amount', 'grossAmount', 'fullBenefitAmount'),
    ),
  }
}

/**
 * The strategies with every income, goal, benefit and saving in dollars a year; the same objects if
 * they were already sent that way.
 */
export const strategiesInYears = (
  strategies: readonly Strategy[],
  readAs: ReadAs,
): readonly Strategy[] =>
  readAsFields.every(({ key }) => readAs[key] === 'year')
    ? strategies
    : strategies.map((strategy) => strategyInYears(strategy, readAs))

/** Case information with its amounts in dollars a year. */
export const caseInYears = (
  reading: CaseInformationReading,
  { caseAmount }: ReadAs,
): CaseInformationReading => ({
  ...reading,
  socialSecurity: reading.socialSecurity.map((row) =>
    inYears(row, caseAmount, 'amount', 'penaltyAmount'),
  ),
})

/** One twelfth of a yearly amount, rounded to the cent so that the sent amount is easy to read. */
const twelfth = (amount: number) => Math.round((amount / 12) * 100) / 100

/** Inputs in dollars a year, converted to the environment's unit; the same object if that unit is a year. */
export const inputsAsSent = <Inputs extends ForecastInputs>(
  inputs: Inputs,
  { salary, pensionAmount }: ReadAs,
): Inputs => ({
  ...inputs,
  ...(salary === 'year' || inputs.Salary === undefined ? {} : { Salary: twelfth(inputs.Salary) }),
  ...(pensionAmount === 'year' || inputs.PensionTypes === undefined
    ? {}
    : {
        PensionTypes: inputs.PensionTypes.map((row) =>
          row.Amount === undefined ? row : { ...row, Amount: twelfth(row.Amount) },
        ),
      }),
})
