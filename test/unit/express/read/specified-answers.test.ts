import { describe, expect, it } from 'vitest'
import {
  caseInformationReadingSchema,
  forecastReadingSchema,
  submissionReadingSchema,
  type ForecastReading,
} from '#shared/express/reading.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { specified } from '#test/operations/index.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { valueOf } from '#test/support/results.ts'

const forecastOf = (value: unknown): ForecastReading => valueOf(readForecast(JSON.stringify(value)))

describe('the reader of specified answers', () => {
  it('reads every field of a forecast without a note', () => {
    const reading = forecastOf(forecastAnswer())
    expect(reading.notes).toEqual([])
    expect(forecastReadingSchema.parse(reading)).toEqual(reading)
    expect(reading.strategies.map(({ type, retirementAge }) => [type, retirementAge])).toEqual([
      ['Current', 65],
      ['Revised', 67],
    ])
    const [current] = reading.strategies
    expect(current?.percentiles.map(({ percentage }) => percentage)).toEqual([10, 50, 90])
    expect(current?.percentiles[1]?.totalWealth.ages).toHaveLength(51)
    expect(current?.percentiles[1]?.sustainableRetirementIncome).toBe(24_000 + 50 * 380 + 5_400)
    expect(current?.percentiles[0]?.incomeSources[0]).toMatchObject({
      type: 'AccountIncome',
      account: 'a1b2-401k',
    })
    expect(current?.householdMix.assets[0]).toEqual({ assetClass: 'LargeCap', weight: 39.6 })
    expect(current?.advisableMixes.map(({ accountId }) => accountId)).toEqual([
      'a1b2-401k',
      'c3d4-ira',
      'e5f6-457b',
    ])
    expect(current?.investmentSelections[0]?.rows[0]).toEqual({
      FundId: 'F-01',
      Name: 'Index 500',
      Percentage: 60,
    })
    expect(current?.historicalScenarios[0]?.years[23]).toBe(2009)
    expect(current?.savingsRateDetail[0]?.components[1]).toMatchObject({
      isRoth: true,
      dollarAmount: 1_380,
    })
    expect(current?.socialSecurity[0]).toMatchObject({ age: 67, grossAmount: 29_900 })
    expect(current?.risOutput?.recommendations[0]?.amount).toBe(62_000)
    expect(current?.goal).toBe(64_400)
    expect(reading.accountMappings[2]).toEqual({
      accountId: 'e5f6-457b',
      planId: 'P-300',
      planType: '457(b)',
    })
  })

  it('reads the reduced form, an enrollment, an opt-out and case information without a note', () => {
    const reduced = forecastOf(specified.forecastCurrent.fullAnswer())
    expect(reduced.notes).toEqual([])
    expect(reduced.strategies[0]?.goal).toBeNull()
    for (const operation of ['enroll', 'implement'] as const) {
      const enrolled = valueOf(
        readSubmission(operation, JSON.stringify(specified.enroll.fullAnswer())),
      )
      expect(enrolled.notes).toEqual([])
      expect(enrolled.result).toMatchObject({
        success: true,
        rkTransactionId: 'RK-5512',
        annuityPurchaseRequest: null,
      })
      expect(enrolled.forecast?.strategies).toHaveLength(2)
      expect(submissionReadingSchema.parse(enrolled)).toEqual(enrolled)
    }
    const optedOut = valueOf(
      readSubmission('optout', JSON.stringify(specified.optout.fullAnswer())),
    )
    expect(optedOut).toMatchObject({ notes: [], forecast: null, result: { success: true } })
    expect(optedOut.transaction).toContain('<Election')
    const information = valueOf(
      readCaseInformation(JSON.stringify(specified.caseInformation.fullAnswer())),
    )
    expect(information.notes).toEqual([])
    expect(information.lifeExpectancyAge).toBe(92)
    expect(information.socialSecurity.map(({ age }) => age)).toEqual([62, 67, 70])
    expect(caseInformationReadingSchema.parse(information)).toEqual(information)
  })
})
