import { expect, it } from 'vitest'
import { pensionRule, trainingAssumptions } from '#shared/training/assumptions.ts'
import { lawOf } from '#shared/law/law-of.ts'
import {
  priceGrowth,
  wageGrowth,
  horizonAge,
  defaultRetirementAge,
} from '#electron/training/engine/assumptions.ts'
import { taxYearOf } from '#electron/training/engine/person/income-tax.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { firmLaw2027 } from '#test/support/samples/firm-law.ts'
import { saver, today } from './support/people.ts'

const said = trainingAssumptions([])
  .flatMap(({ sentences }) => [...sentences])
  .join(' ')

it('the displayed assumptions match the engine’s constants', () => {
  expect(said).toContain(`${priceGrowth}%`)
  expect(pensionRule).toContain(`at ${priceGrowth}% a year`)
  expect(said).toContain(`${wageGrowth}%`)
  expect(said).toContain(`age ${horizonAge}`)
  expect(said).toContain(`retires at ${defaultRetirementAge}`)
  const { year, figures } = lawOf('contributionLimits', 9999)
  const senior = lawOf('federalTax', 9999).figures.seniorDeduction.value
  for (const dollars of [senior.amount, senior.above.single, senior.above.joint])
    expect(said).toContain(`$${dollars.toLocaleString('en-US')}`)
  expect(said).toContain(`${senior.lessPercent}%`)
  expect(said).toContain(`up to ${senior.lastYear}`)
  expect(said).toContain(`of ${year}`)
  expect(said).toContain(`$${figures.rothCatchUpWages.value?.toLocaleString('en-US')}`)
})

it('the years of the law are stated, including the firm’s for each kind of figure', () => {
  const newest = (law: FirmLaw) =>
    trainingAssumptions(law)
      .flatMap(({ sentences }) => [...sentences])
      .flatMap((sentence) => /newest those of ([^;.]*)/.exec(sentence)?.[1] ?? [])
  const firms = '2027, from your firm'
  expect(newest([])).toEqual(['2026', '2026', '2026', '2026'])
  expect(newest(firmLaw2027)).toEqual([firms, firms, firms, firms])
  const taxAlone = firmLaw2027.map(({ year, federalTax }) => ({ year, federalTax }))
  expect(newest(taxAlone)).toEqual(['2026', '2026', firms, '2026'])
})

it('limits that only a few plans may have are mentioned', () => {
  expect(said).toMatch(/higher limits that the SIMPLE plans of small employers may have/)
})

it('every answer states what the calculation leaves out', () => {
  const notes = forecast({ profile: saver(), today, paths: 20 }).notes.join(' ')
  for (const part of ['state tax', 'survivor', '15-year', 'final-three-year']) {
    expect(notes).toContain(part)
    expect(said.toLowerCase()).toContain(part)
  }
})

it('a spouse counts as under 65, and the answer of a joint return says so', () => {
  const year = { year: 2026, age: 67, prices: 1, socialSecurity: 0 }
  // The deduction is 32,200, plus 1,650 for one person who is 65 or older; the 6,000 are for one
  // person too.
  expect(taxYearOf({ ...year, filing: 'joint' })).toMatchObject({
    deduction: 33_850,
    senior: { most: 6_000 },
  })
  const notesOf = (maritalStatus: string) =>
    forecast({ profile: { ...saver(), maritalStatus }, today, paths: 20 }).notes.join(' ')
  for (const words of [said, notesOf('Married')])
    expect(words).toContain('spouse counts as under 65')
  expect(notesOf('Single')).not.toContain('under 65')
})
