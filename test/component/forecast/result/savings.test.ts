import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import SavedForecastView from '#renderer/workspace/result/saved-forecast-view.vue'
import SavingsRows from '#renderer/features/forecast/form/savings-rows.vue'
import MoneyIn from '#renderer/features/participant/profile/money-in.vue'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../sample-saved.ts'

/**
 * Checks savings on every screen that shows them, for people whose figures once differed between
 * screens.
 */

const opened = (id: string) => {
  const read = readParticipantXml(examplePeople.find((person) => person.id === id)?.xml ?? '')
  const profile = read.ok ? read.value.participants[0] : undefined
  if (!profile) throw new Error(`${id} cannot be read`)
  const answer = readForecast(JSON.stringify(forecast({ profile, today: '2026-11-20', paths: 20 })))
  if (!answer.ok) throw new Error(answer.error.message)
  return { profile, reading: answer.value }
}

/** Computed by hand from each person’s file: today's savings in percent of pay and dollars a year. */
const people = [
  ['maya-torres', ['3%', '$2,172'], ['1.5%', '$1,086'], ['4.5%', '$3,258']],
  ['kevin-obrien', ['0%', '$0'], ['0%', '$0'], ['0%', '$0']],
  ['daniel-okafor', ['8%', '$8,320'], ['6%', '$6,240'], ['14%', '$14,560']],
  ['jonathan-weiss', ['8.4%', '$32,340'], ['3.74%', '$14,400'], ['12.14%', '$46,740']],
] as const

const withDollars = ([rate, perYear]: readonly [string, string]) => `${rate} (${perYear} a year)`

describe.each(people)('for %s,', (id, you, employer, total) => {
  test('profile, card, chart, table and form show the same savings', async () => {
    const { profile, reading } = opened(id)
    const { screen } = await renderPart(MoneyIn, createScriptedWorld(), { profile })
    const inFile = screen.getByLabelText('Savings today')
    for (const [label, [rate, perYear]] of [
      ['You', you],
      ['Employer', employer],
      ['Total', total],
    ] as const) {
      await expect
        .element(inFile)
        .toMatchTextContent(new RegExp(`${label}\\s*${rate}\\s*\\${perYear} a year`))
    }
    await screen.unmount()

    const form = await renderPart(SavingsRows, createScriptedWorld(), {
      profile,
      errors: {},
      usedTypes: [],
      remarks: {},
      modelValue: [],
      brief: false,
      leaveOut: () => false,
    })
    for (const [label, figure] of [
      ['You', you],
      ['Employer', employer],
      ['Total', total],
    ] as const) {
      await expect
        .element(form.screen.getByLabelText('Savings in the file'))
        .toMatchTextContent(`${label}, in the file${withDollars(figure)}`)
    }
    await form.screen.unmount()

    await renderPart(SavedForecastView, createScriptedWorld(), {
      saved: aSavedForecast({}, { profile, reading }),
    })
    const card = page.getByLabelText('Savings, Today')
    for (const [label, [rate, perYear]] of [
      ['You', you],
      ['Employer', employer],
      ['Total', total],
    ] as const) {
      await expect
        .element(card)
        .toMatchTextContent(new RegExp(`${label}\\s*${rate}\\s*of pay, \\${perYear} a year`))
    }
    const picture = page.getByRole('group', { name: /^Savings/ })
    const sentence = `you ${withDollars(you)}, employer ${withDollars(employer)}, total ${withDollars(total)}`
    await expect.element(picture).toMatchTextContent(sentence)
    await picture.getByRole('button', { name: 'Table' }).click()
    await expect
      .element(picture.getByRole('row', { name: /^Total / }))
      .toMatchTextContent(new RegExp(`${total[0].replace('.', '\\.')}.*\\${total[1]}`))
  })
})

test('a match is shown with its rule and its full amount', async () => {
  const { profile } = opened('maya-torres')
  await renderPart(MoneyIn, createScriptedWorld(), { profile })
  await expect
    .element(
      page.getByText(
        'Employer adds 50¢ per $1 on the first 6% of pay. Saving 6% of pay would bring 3% ($2,172 a year).',
      ),
    )
    .toBeVisible()
})

test('savings over the legal limits are reported beside the figure from the file', async () => {
  const { profile } = opened('angela-ruiz')
  await renderPart(MoneyIn, createScriptedWorld(), {
    profile: { ...profile, dateOfBirth: '1981-05-01', salary: 200_000 },
  })
  await expect
    .element(page.getByRole('note'))
    .toMatchTextContent(
      /More than the law lets into the plans \(2026 limits.*\)\. Within the limits: You 12\.25% \(\$24,500 a year\)/,
    )
})

test('an answer with only SavingsRate is shown under that name, and the missing details are named', async () => {
  const { profile, reading } = opened('maya-torres')
  const [current] = reading.strategies
  if (!current) throw new Error('no strategy')
  const reduced = {
    ...current,
    savingsRateDetail: [],
    accountSavingsRateDetail: [],
    savingsRateOverall: null,
    savingsRateTaxableOverflow: null,
  }
  await renderPart(SavedForecastView, createScriptedWorld(), {
    saved: aSavedForecast({}, { profile, reading: { ...reading, strategies: [reduced] } }),
  })
  const headline = page.getByRole('region', { name: 'Today strategy' })
  await expect.element(headline).toMatchTextContent(/Savings rate\s*3%\s*of pay/)
  await expect
    .element(headline)
    .toMatchTextContent('The answer does not say whether the employer’s part is in it.')
})
