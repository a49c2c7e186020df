import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReportPage } from '#shared/report/page-model.ts'
import { fail, ok } from '#shared/result.ts'
import { aSavedForecast } from './forecast/sample-saved.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import type { Scripts } from '#test/support/doubles/scripted-bridge.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const aPage = (words: string): ReportPage => ({
  width: 612,
  height: 792,
  blocks: [
    {
      role: 'h1',
      alt: '',
      marks: [
        {
          kind: 'text',
          x: 48,
          y: 100,
          width: 300,
          text: words,
          figures: [{ from: 0, to: 6, id: 'figure/1' }],
          size: 19,
          weight: 'bold',
          color: '#0f172a',
        },
      ],
    },
    {
      role: 'figure',
      alt: 'A bar',
      marks: [
        {
          kind: 'rect',
          x: 48,
          y: 120,
          width: 100,
          height: 10,
          fill: '#0f766e',
          stroke: null,
          strokeWidth: 0,
          radius: 5,
        },
      ],
    },
    {
      role: 'frame',
      alt: '',
      marks: [
        {
          kind: 'text',
          x: 48,
          y: 760,
          width: 60,
          text: 'Page 1 of 1',
          size: 7,
          weight: 'regular',
          color: '#64748b',
        },
      ],
    },
  ],
})
const bytes = new TextEncoder().encode('%PDF-1.7')

const worldWith = (scripts: Scripts = {}) =>
  createScriptedWorld({
    'app.info': () => ok(anInfo({ host: 'desktop' })),
    'report.sources': () =>
      ok({
        participant: 'Maria Alvarez',
        todays: [
          {
            id: 'today',
            madeAt: '2026-11-22T15:00:00.000Z',
            runs: 11,
            name: '',
            hasNote: false,
          },
        ],
        plans: [
          { id: 'plan', madeAt: '2026-11-22T15:10:00.000Z', name: 'Saving 11%', hasNote: true },
          {
            id: 'later',
            madeAt: '2026-11-22T15:20:00.000Z',
            name: 'Retiring at 67',
            hasNote: false,
          },
        ],
        notOffered: '1 result of another person with the same id is not offered.',
      }),
    'report.preview': ({ planId }) =>
      ok({
        pages: [aPage(`Report of ${planId ?? 'today'}`)],
        logo: null,
        warnings: [],
        missing: ['funds'],
      }),
    'report.pdf': () =>
      ok({ fileName: 'Retirement report Maria Alvarez 2026-11-22.pdf', bytes, madeId: 'made' }),
    'export.save': () => ok({ fileName: 'mine.pdf', folder: 'Documents' }),
    'report.logo': () => ok({ logo: null }),
    ...scripts,
  })
const path = '/advise/report?plan=plan&goal=5390'
const preview = page.getByRole('region', { name: 'Preview' })
const save = page.getByRole('button', { name: 'Save as PDF' })

describe('the report screen', () => {
  test('opens with the requested forecast, finds today’s forecast, and shows the pages as they are printed', async () => {
    const bridge = worldWith()
    await renderApp(bridge, path)
    await expect.element(preview.getByText('Report of plan')).toBeVisible()
    const [figure] = preview.element().querySelectorAll('[data-figure="figure/1"]')
    expect(figure?.textContent).toBe('Report')
    await expect
      .element(page.getByText('1 result of another person with the same id is not offered.'))
      .toBeVisible()
    await expect.element(preview.getByText('1 page, as they will be printed')).toBeVisible()
    await expect.element(page.getByText(/· 11 runs$/).first()).toBeVisible()
    expect(bridge.asked('report.preview')).toEqual([
      {
        todayId: 'today',
        planId: 'plan',
        comparedIds: [],
        goalMonth: 5390,
        parts: [
          'cover',
          'scenarios',
          'income',
          'wealth',
          'mix',
          'funds',
          'accepted',
          'assumptions',
          'figures',
        ],
        paper: 'letter',
        masked: true,
      },
    ])
    await expect
      .element(page.getByText('The service’s answer has nothing for it, so it is left out.'))
      .toBeVisible()
  })

  test('prints a scenario’s note only if it is ticked', async () => {
    const bridge = worldWith()
    await renderApp(bridge, path)
    const printsNote = page.getByRole('switch', { name: 'Print the notes' })
    await printsNote.click()
    await expect
      .poll(() => bridge.asked('report.preview').at(-1))
      .toMatchObject({ planId: 'plan', withNote: true })
    await page.getByRole('combobox', { name: 'What the client chose' }).click()
    await page.getByRole('option', { name: /Retiring at 67/ }).click()
    await expect.element(printsNote).not.toBeInTheDocument()
    await expect
      .poll(() => bridge.asked('report.preview').at(-1))
      .toMatchObject({ planId: 'later' })
    expect(bridge.asked('report.preview').at(-1)).not.toHaveProperty('withNote')
  })

  test('lets the chosen scenario be compared with as many others as fit on a page', async () => {
    const plans = Array.from({ length: 6 }, (_, index) => ({
      id: `plan-${index}`,
      madeAt: `2026-11-22T15:1${index}:00.000Z`,
      name: `Saving ${10 + index}%`,
      hasNote: false,
    }))
    const bridge = worldWith({
      'report.sources': () =>
        ok({ participant: 'Maria Alvarez', todays: [], notOffered: '', plans }),
    })
    await renderApp(bridge, '/advise/report?plan=plan-1&beside=plan-2&beside=plan-1')
    await expect
      .poll(() => bridge.asked('report.preview').at(-1))
      .toMatchObject({ planId: 'plan-1', comparedIds: ['plan-2'] })
    const beside = page.getByRole('group', { name: 'Scenarios beside it' })
    for (const name of [/^Saving 10%/, /^Saving 13%/, /^Saving 14%/])
      await beside.getByRole('checkbox', { name }).click()
    await expect
      .poll(() => bridge.asked('report.preview').at(-1))
      .toMatchObject({ comparedIds: ['plan-0', 'plan-2', 'plan-3', 'plan-4'] })
    await expect.element(beside.getByRole('checkbox', { name: /^Saving 15%/ })).toBeDisabled()
    await expect.element(beside.getByText('No more than 4 fit on a page.')).toBeVisible()
    // The scenario that the client chose is no longer compared, which leaves room for one more.
    await page.getByRole('combobox', { name: 'What the client chose' }).click()
    await page.getByRole('option', { name: /^Saving 12%/ }).click()
    await expect
      .poll(() => bridge.asked('report.preview').at(-1))
      .toMatchObject({ planId: 'plan-2', comparedIds: ['plan-0', 'plan-1', 'plan-3', 'plan-4'] })
  })

  test('saves the report exactly as previewed, and says where', async () => {
    const bridge = worldWith()
    await renderApp(bridge, path)
    await expect.element(save).toBeEnabled()
    await page.getByRole('checkbox', { name: 'Funds in each account' }).click()
    await page.getByRole('radio', { name: 'A4' }).click()
    await expect
      .poll(() => bridge.asked('report.preview').at(-1))
      .toMatchObject({
        parts: [
          'cover',
          'scenarios',
          'income',
          'wealth',
          'mix',
          'accepted',
          'assumptions',
          'figures',
        ],
        paper: 'a4',
      })
    await expect.element(save).toBeEnabled()
    await save.click()
    await expect
      .poll(() => bridge.asked('export.save'))
      .toEqual([
        {
          subject: 'report',
          format: 'pdf',
          name: 'Retirement report Maria Alvarez 2026-11-22.pdf',
          bytes,
          recordId: 'plan',
        },
      ])
    expect(bridge.asked('report.pdf')).toEqual([bridge.asked('report.preview').at(-1)])
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Saved as mine.pdf in Documents' }))
      .toBeVisible()
  })

  test('keeps a printed report only after a person said that it was printed', async () => {
    const bridge = worldWith()
    await renderApp(bridge, path)
    await expect.element(preview.getByText('Report of plan')).toBeVisible()
    const question = page.getByText('Was the report printed?')
    window.dispatchEvent(new Event('afterprint'))
    await page.getByRole('button', { name: 'Not printed' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(bridge.asked('report.keep')).toEqual([])
    expect(bridge.asked('report.pdf')).toEqual([])
    window.dispatchEvent(new Event('afterprint'))
    await page.getByRole('button', { name: 'Yes, keep it' }).click()
    await expect.poll(() => bridge.asked('report.keep')).toMatchObject([{ handedOver: 'printed' }])
  })

  test('shows new pages after another choice, and never an outdated answer', async () => {
    const { promise, resolve } = Promise.withResolvers<null>()
    const bridge = worldWith({
      'report.preview': async ({ planId, goalMonth }) => {
        if (goalMonth === 4000) await promise
        return ok({
          pages: [aPage(`Report of ${planId ?? 'today'} ${goalMonth}`)],
          logo: null,
          warnings: ['The file changed.'],
          missing: [],
        })
      },
    })
    await renderApp(bridge, path)
    await expect.element(preview.getByText('Report of plan 5390')).toBeVisible()
    await expect.element(preview.getByText('The file changed.')).toBeVisible()
    const goal = page.getByRole('textbox', { name: 'Goal, dollars a month' })
    await goal.fill('4000')
    await expect.poll(() => bridge.asked('report.preview')).toHaveLength(2)
    await expect.element(save).toBeDisabled()
    await goal.fill('$4,500')
    await expect.element(preview.getByText('Report of plan 4500')).toBeVisible()
    resolve(null)
    await goal.fill('lots')
    await expect.element(page.getByText('Enter an amount, or nothing.')).toBeVisible()
    await expect.element(save).toBeDisabled()
    expect(preview.getByText('Report of plan 4000').elements()).toHaveLength(0)
  })

  test('says why a report cannot be made, and offers to try again', async () => {
    const answers = [
      fail({ code: 'report.otherPerson', message: 'The two forecasts are of different people.' }),
    ]
    const bridge = worldWith({
      'report.preview': () =>
        answers.shift() ?? ok({ pages: [aPage('Made')], logo: null, warnings: [], missing: [] }),
    })
    await renderApp(bridge, path)
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'The forecasts do not belong together' })
    await expect.element(alert).toBeVisible()
    await expect.element(save).toBeDisabled()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.element(preview.getByText('Made')).toBeVisible()
  })

  test('marks the earlier pages as outdated if the next ones fail, and neither prints nor saves them', async () => {
    const bridge = worldWith({
      'report.preview': () => ok({ pages: [aPage('Made')], logo: null, warnings: [], missing: [] }),
    })
    await renderApp(bridge, path)
    await expect.element(preview.getByText('1 page, as they will be printed')).toBeVisible()
    bridge.script({
      'report.preview': () =>
        fail({ code: 'report.notMade', message: 'Its pages could not be laid out.' }),
    })
    await page.getByRole('textbox', { name: 'Goal, dollars a month' }).fill('4000')
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'The report could not be made' }))
      .toBeVisible()
    await expect
      .element(preview.getByText('These pages are outdated. They do not show the present choices.'))
      .toBeVisible()
    await expect.element(preview.getByText('as they will be printed')).not.toBeInTheDocument()
    await expect.element(save).toBeDisabled()
    expect(preview.getByText('Made').element().closest('.print\\:hidden')).not.toBeNull()
  })

  test('links to saved results if there is no forecast', async () => {
    await renderApp(worldWith(), '/advise/report')
    await expect.element(preview.getByText('No forecast was chosen')).toBeVisible()
  })
})

test('a saved forecast links to its report, and a saved forecast with inputs is the chosen plan there', async () => {
  const bridge = worldWith({
    'records.open': () => ok(aSavedForecast({ RetirementAge: 67 })),
    'records.verbatim': () => ok({ text: '{}' }),
  })
  const { router } = await renderApp(bridge, '/saved-results/rec-forecast')
  await page.getByRole('link', { name: 'Report…' }).click()
  await expect
    .poll(() => router.currentRoute.value.fullPath)
    .toBe('/advise/report?plan=rec-forecast')
})

test('a plan’s report saves the plan, and uses it with today’s forecast and the typed goal', async () => {
  const tried = aSavedForecast({ RetirementAge: 64 }, { id: 'tried' })
  const bridge = worldWith({
    'forecast.run': ({ inputs }) =>
      ok(inputs.RetirementAge === 64 ? tried : aSavedForecast(inputs)),
    'forecast.keep': () => ok(tried),
  })
  const { router } = await renderApp(bridge, '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Retirement age' }).fill('64')
  await page.getByRole('textbox', { name: 'Goal a month' }).fill('5,000')
  await expect.element(page.getByRole('button', { name: 'Keep as scenario' })).toBeVisible()
  await page.getByRole('button', { name: 'Report…' }).click()
  await expect
    .poll(() => router.currentRoute.value.fullPath)
    .toBe('/advise/report?today=rec-forecast&plan=tried&goal=5000')
  expect(bridge.asked('forecast.keep')).toMatchObject([{ id: 'tried' }])
})

test('Ctrl+P on a forecast opens its report; on other screens it prints the screen', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const bridge = worldWith({ 'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs)) })
  const { router } = await renderApp(bridge, '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => print.mock.calls.length).toBe(1)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => bridge.asked('forecast.run')).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Report…' })).toBeVisible()
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect
    .poll(() => router.currentRoute.value.fullPath)
    .toBe('/advise/report?today=rec-forecast')
  expect(print.mock.calls).toHaveLength(1)
  print.mockRestore()
})
