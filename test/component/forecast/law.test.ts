import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useParticipant } from '#renderer/workspace/participant-store.ts'
import { lawOf, limitsWords } from '#shared/law/law-of.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { ok } from '#shared/result.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { sampleForecast } from '#test/unit/strategy/sample-forecast.ts'
import { openForecast, panel, runButton } from './open-forecast.ts'
import { aSavedForecast } from './sample-saved.ts'

/**
 * Tests that levers show the year's legal limits, which depend on the participant's age at year-end
 * and on facts that no file contains.
 */

const year = new Date().getFullYear()
const law = lawOf('contributionLimits', year)
const { electiveDeferral, catchUp, catchUpFrom60To63 } = law.figures
const dollars = (value: number) => `$${value.toLocaleString('en-US')}`

const withPerson = async (over: Partial<ParticipantProfile>) => {
  const opened = anOpened({ participants: [aProfile(over)] })
  await openForecast({ 'participant.open': () => ok(opened) })
}

test.each([
  [50, electiveDeferral.value + catchUp.value],
  [60, electiveDeferral.value + catchUpFrom60To63.value],
  [64, electiveDeferral.value + catchUp.value],
  [49, electiveDeferral.value],
])(
  'at age %i on the last day of the year, the lever shows a legal limit of $%d',
  async (age, most) => {
    await withPerson({ dateOfBirth: `${year - age}-12-31` })
    await expect.element(panel).toMatchTextContent(`law ${dollars(most)} · ${limitsWords(law)}`)
  },
)

test('a savings lever above the catch-up limit asks for last year’s wages, which decide whether the Roth rule applies', async () => {
  await withPerson({ dateOfBirth: `${year - 52}-12-31`, salary: 200_000 })
  const wages = panel.getByRole('textbox', { name: `FICA wages ${year - 1}` })
  await expect.element(wages).not.toBeInTheDocument()
  await panel.getByRole('textbox', { name: 'Save before tax' }).fill('14')
  const rule = `savings above ${dollars(electiveDeferral.value)} go in as Roth`
  await expect
    .element(panel)
    .toMatchTextContent(`above $150,000 (the pay here is $200,000), ${rule}`)
  await wages.fill('149,000')
  await expect.element(panel).not.toMatchTextContent(rule)
  expect(useParticipant().wagesBefore).toBe(149_000)
  await wages.fill('210,000')
  await expect.element(panel).toMatchTextContent(`above $150,000, ${rule}`)
})

test('a rule of law that moved today’s savings is beside the levers before any is moved', async () => {
  const saving = { planId: 'ACME401K', isRoth: false, numberOfYears: null, dollarAmount: null }
  const components = [
    { ...saving, type: 'Pretax', value: 10 },
    { ...saving, type: 'Roth', value: 3 },
  ]
  const reading = {
    ...sampleForecast,
    strategies: sampleForecast.strategies.map((strategy) => ({
      ...strategy,
      savingsRateDetail: [{ account: 'A1', components }],
    })),
  }
  const inFile = { planId: 'ACME401K', amount: null, attributes: {}, line: 1 }
  const person = aProfile({
    dateOfBirth: `${year - 58}-12-31`,
    salary: 245_000,
    contributions: [
      { ...inFile, kind: 'pretax', rate: 11 },
      { ...inFile, kind: 'roth', rate: 2 },
    ],
  })
  await openForecast({
    'participant.open': () => ok(anOpened({ participants: [person] })),
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { reading, profile: person })),
  })
  await runButton.click()
  await expect
    .element(panel)
    .toMatchTextContent('wages above $150,000 are Roth: 1% of the 11% goes in as Roth.')
})

test('claiming before full retirement age while still working shows the earnings test', async () => {
  await withPerson({})
  await expect.element(panel).not.toMatchTextContent('Working after claiming')
  await panel.getByRole('textbox', { name: 'Claim Social Security at' }).fill('63')
  await panel.getByRole('textbox', { name: 'Retirement age' }).fill('67')
  await expect
    .element(panel)
    .toMatchTextContent('until full retirement age (67), Social Security withholds $1 for every $2')
})

test('figures in messages about a rate above its limit, an implausible salary or the law can be explained', async () => {
  await withPerson({ dateOfBirth: `${year - 52}-12-31`, salary: 200_000 })
  const explanation = page.getByRole('dialog', { name: /^Explain this number/ })
  const most = dollars(electiveDeferral.value + catchUp.value)
  await panel.getByRole('textbox', { name: 'Save before tax' }).fill('60')
  await expect.element(panel).toMatchTextContent(`${most} a year is the legal limit`)
  panel.getByRole('button', { name: most }).first().element().focus()
  await userEvent.keyboard('e')
  await expect.element(explanation).toMatchTextContent('The most that the law lets in')
  await userEvent.keyboard('{Escape}')
  await panel.getByRole('button', { name: '$150,000' }).click()
  await expect.element(explanation).toMatchTextContent('Wages of the year before')
  await userEvent.keyboard('{Escape}')
  await panel.getByRole('textbox', { name: 'Salary' }).fill('10')
  await expect.element(panel).toMatchTextContent('A salary of $10 a year is far from the file’s')
  await panel.getByRole('button', { name: '$200,000', exact: true }).last().click()
  await expect.element(explanation).toMatchTextContent('by the file')
})
