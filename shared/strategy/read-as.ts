import type { AgeColumn, CaseInformationReading, Percentile, Strategy } from '../express/reading.ts'
import type { ForecastInputs } from '../express/requests.ts'
import { readAsFields, readAsSchema, type Period, type ReadAs } from '../express/read-as.ts'
import { balanceName } from './pictures/income-by-source.ts'

/**
 * Amounts without a specified unit. The environment's setting converts an answer's amounts to dollars a year, and
 * dollars a year to the unit of a request.
 */

/** For an environment without a setting of its own. */
export const usualReadAs: ReadAs = readAsSchema.parse({})

/** Whether every amount is yearly and needs no conversion. */
const isInYears = (readAs: ReadAs): boolean =>
  readAsFields.every(({ key }) => readAs[key] === 'year')

/** Whether every setting has its default. */
export const isUsual = (readAs: ReadAs): boolean =>
  isInYears(readAs) &&
  readAs.casePenalty === usualReadAs.casePenalty &&
  (['casePriceGrowth', 'dollarsOf', 'priceGrowth'] as const).every(
    (key) => readAs[key] === usualReadAs[key],
  )

const perYear = (amount: number | null, period: Period): number | null =>
  amount === null || period === 'year' ? amount : amount * 12

const columnPerYear = <Column extends AgeColumn>(column: Column): Column => ({
  ...column,
  values: column.values.map((value) => value * 12),
})

/** Income by source and its taxes; a balance among the series has no period and stays as it is. */
const sourcesInYears = (
  { incomeSources, taxes }: Percentile,
  period: ReadAs['incomeSources'],
): Pick<Percentile, 'incomeSources' | 'taxes'> =>
  period === 'year'
    ? { incomeSources, taxes }
    : {
        incomeSources: incomeSources.map((series) =>
          balanceName.test(series.type) ? series : columnPerYear(series),
        ),
        taxes: columnPerYear(taxes),
      }

const withDollars = <Row extends { readonly dollarAmount: number | null }>(
  row: Row,
  period: ReadAs['savingsDollars'],
): Row => ({ ...row, dollarAmount: perYear(row.dollarAmount, period) })

const savingsInYears = (
  strategy: Strategy,
  period: ReadAs['savingsDollars'],
): Pick<
  Strategy,
  | 'savingsRateDetail'
  | 'accountSavingsRateDetail'
  | 'savingsRateOverall'
  | 'savingsRateTaxableOverflow'
> => {
  const details = (rows: Strategy['savingsRateDetail']): Strategy['savingsRateDetail'] =>
    rows.map((row) => ({
      ...row,
      components: row.components.map((component) => withDollars(component, period)),
    }))
  const rate = (sent: Strategy['savingsRateOverall']): Strategy['savingsRateOverall'] =>
    sent && withDollars(sent, period)
  return {
    savingsRateDetail: details(strategy.savingsRateDetail),
    accountSavingsRateDetail: details(strategy.accountSavingsRateDetail),
    savingsRateOverall: rate(strategy.savingsRateOverall),
    savingsRateTaxableOverflow: rate(strategy.savingsRateTaxableOverflow),
  }
}

/** The strategies with every income, goal, benefit and saving in dollars a year; the same objects if sent so. */
export const strategiesInYears = (
  strategies: readonly Strategy[],
  readAs: ReadAs,
): readonly Strategy[] =>
  isInYears(readAs)
    ? strategies
    : strategies.map((strategy) => ({
        ...strategy,
        ...savingsInYears(strategy, readAs.savingsDollars),
        goal: perYear(strategy.goal, readAs.incomeGoal),
        goalParticipant: perYear(strategy.goalParticipant, readAs.incomeGoal),
        percentiles: strategy.percentiles.map((entry) => ({
          ...entry,
          ...sourcesInYears(entry, readAs.incomeSources),
          sustainableRetirementIncome: perYear(
            entry.sustainableRetirementIncome,
            readAs.sustainableIncome,
          ),
        })),
        socialSecurity: strategy.socialSecurity.map((row) => ({
          ...row,
          amount: perYear(row.amount, readAs.socialSecurity),
          grossAmount: perYear(row.grossAmount, readAs.socialSecurity),
          fullBenefitAmount: perYear(row.fullBenefitAmount, readAs.socialSecurity),
        })),
      }))

/** Case information with its amounts in dollars a year. */
export const caseInYears = (
  reading: CaseInformationReading,
  { caseAmount }: ReadAs,
): CaseInformationReading => ({
  ...reading,
  socialSecurity: reading.socialSecurity.map((row) => ({
    ...row,
    amount: perYear(row.amount, caseAmount),
    penaltyAmount: perYear(row.penaltyAmount, caseAmount),
  })),
})

/** Rounds to the cent, so that a person can read the sent amount. */
const twelfth = (amount: number): number => Math.round((amount / 12) * 100) / 100

/** Inputs in dollars a year, converted to the environment's unit; the same object if that is a year. */
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
