import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShortAnswer } from '#shared/records/record.ts'
import { ok } from '#shared/result.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import { aSavedForecast } from '../forecast/sample-saved.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import {
  aSavedCase,
  aSummary,
  createScriptedWorld,
  someSummaries,
} from '#test/support/samples/scripted-world.ts'

describe('saved results', () => {
  test('the dialog that removes a receipt says that sending the same submission again will still require a reason', async () => {
    const item = aSummary({ kind: 'receipt', outcome: 'accepted', summary: ['Opt-out accepted'] })
    await renderApp(createScriptedWorld({ 'records.list': () => ok([item]) }), '/saved-results')
    await page.getByRole('button', { name: /^Remove Receipt of / }).click()
    await expect
      .element(page.getByRole('dialog'))
      .toMatchTextContent(/stays sent\. .* still asks before the same is sent again/)
  })

  test('search and filters narrow the list', async () => {
    await renderApp(createScriptedWorld(), '/saved-results')
    await expect.element(page.getByText('4 clients, 5 results')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('walter doubt')
    await expect.element(page.getByText('1 client, 1 result')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Walter Nguyen' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('nobody')
    await expect.element(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show all results' }).click()
    await expect.element(page.getByText('4 clients, 5 results')).toBeVisible()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'In doubt' }).click()
    await expect.element(page.getByText('1 client, 1 result')).toBeVisible()
  })

  test('scenarios are listed under their forecast, and two forecasts of a client open side by side', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes)).toISOString()
    const today = { ...aSavedForecast(), id: 'today', savedAt: at(0), inputs: {} }
    const plan = {
      ...aSavedForecast(),
      ...{ id: 'plan', savedAt: at(5), inputs: { RetirementAge: 67 } },
      scenario: { ...plainScenario, name: 'Retire at 67' },
    }
    const items = [
      aSummary({
        ...{ id: 'plan', savedAt: at(5), changed: true, subject: plan.subject },
        scenario: { name: 'Retire at 67', note: '' },
      }),
      aSummary({ id: 'today', savedAt: at(0), summary: [], subject: today.subject }),
      aSummary({ id: 'old', savedAt: '2025-11-20T12:00:00.000Z', subject: today.subject }),
    ]
    await renderApp(
      createScriptedWorld({
        'records.list': () => ok(items),
        'records.open': ({ id }) => ok(id === 'plan' ? plan : today),
      }),
      '/saved-results',
    )
    const rows = page.getByRole('region', { name: /^Results of / }).getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/Forecast/)
    await expect.element(rows.nth(1)).toMatchTextContent(/Retire at 67.*Scenario/)
    await rows.nth(0).getByRole('checkbox').click()
    await rows.nth(1).getByRole('checkbox').click()
    await page.getByRole('link', { name: 'Compare 2' }).click()
    const comparison = page.getByRole('region', { name: 'Comparison' })
    await expect.element(comparison).toMatchTextContent(/Retirement age, asked/)
    await expect
      .element(
        comparison.getByRole('columnheader', { name: /^Retire at 67, Nov 20, 2026/ }).first(),
      )
      .toBeVisible()
  })

  test('a client is put under a legal hold with a reason, and the hold is shown', async () => {
    const item = aSummary()
    const bridge = createScriptedWorld({
      'records.list': () => ok([item]),
      'records.hold': ({ reason }) => {
        const { subject, environment } = item
        const hold = { id: 'h', subject, environment, fileSha256: '', reason }
        bridge.script({
          'records.holds': () => ok([{ ...hold, heldAt: item.savedAt, heldBy: 'kim' }]),
        })
        return ok({})
      },
    })
    await renderApp(bridge, '/saved-results')
    await page.getByRole('button', { name: 'Legal hold…' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Put on hold' })).toBeDisabled()
    await dialog.getByLabelText('Reason').fill('Subpoena 12-345')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await expect.element(page.getByText('Legal hold', { exact: true })).toBeVisible()
    expect(bridge.asked('records.hold')).toEqual([{ id: item.id, reason: 'Subpoena 12-345' }])
    await page.getByRole('button', { name: 'Lift hold…' }).click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent(/Reason: Subpoena 12-345/)
  })

  test('two people with the same name are two clients', async () => {
    const named = (id: string, dateOfBirth: string) =>
      aSummary({ id, subject: { participantId: '1', name: 'Ann Lee', dateOfBirth } })
    const items = [named('a', '1970-01-01'), named('b', '1999-09-09')]
    await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
    await expect.element(page.getByText('2 clients, 2 results')).toBeVisible()
  })

  test('a tag can be added, and finds the result', async () => {
    const saved = aSavedForecast()
    const bridge = createScriptedWorld({
      'records.list': () => ok([aSummary({ id: saved.id, tags: ['beach house'] }), aSummary()]),
      'records.open': () => ok({ ...saved, tags: ['beach house'] }),
    })
    await renderApp(bridge, `/saved-results/${saved.id}`)
    await page.getByRole('textbox', { name: 'Add a tag' }).fill('boat')
    await userEvent.keyboard('{Enter}')
    expect(bridge.asked('records.tag')).toEqual([{ id: saved.id, tags: ['beach house', 'boat'] }])
    await page.getByRole('link', { name: 'Saved results', exact: true }).first().click()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('beach')
    await expect.element(page.getByText('1 client, 1 result')).toBeVisible()
  })

  test('a forecast’s line shows its monthly incomes, computed with the current settings', async () => {
    const percentile = (income: number) => ({ percentage: 50, income, ages: [] })
    const answer: ShortAnswer = {
      inputs: { RetirementAge: 67 },
      firstName: 'Maria',
      phases: [],
      planIsRevised: false,
      strategies: [
        { type: 'Current', retirementAge: 67, percentiles: [percentile(77_784)] },
        { type: 'Revised', retirementAge: 67, percentiles: [percentile(79_884)] },
      ],
    }
    const items = [aSummary({ answer, summary: ['with retirement age 67'] })]
    await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
    const row = page.getByRole('region', { name: /^Results of / }).getByRole('listitem')
    await expect
      .element(row)
      .toMatchTextContent(
        'Plan $6,482, Recommended $6,657 a month in average markets · with retirement age 67',
      )
    await row.getByRole('button', { name: '$6,482' }).click()
    await expect
      .element(page.getByRole('dialog', { name: /^Explain this number/ }))
      .toMatchTextContent(/77,784 ÷ 12 months = .*\$6,482/)
  })

  test('the line of a Case information result shows its claim ages', async () => {
    const claims = {
      rows: [62, 67].map((age) => ({ age, amount: age * 400, penaltyAmount: 0 })),
    }
    const item = aSummary({ kind: 'caseInformation', claims, summary: ['life expectancy 87'] })
    await renderApp(createScriptedWorld({ 'records.list': () => ok([item]) }), '/saved-results')
    const row = page.getByRole('region', { name: /^Results of / }).getByRole('listitem')
    await expect
      .element(row)
      .toMatchTextContent('$24,800 a year at 62, $26,800 a year at 67 · life expectancy 87')
    const amount = row.getByRole('button', { name: '$24,800' })
    amount.element().focus()
    await userEvent.keyboard('e')
    await expect
      .element(page.getByRole('dialog', { name: /^Explain this number/ }))
      .toMatchTextContent(/SocialSecurity\[Age 62\]\.Amount = 24800/)
  })

  test('a line shows only the end of an identifier', async () => {
    const items = [
      aSummary(),
      aSummary({ id: 'rec-2', kind: 'receipt', outcome: 'accepted', summary: ['Enrolled'] }),
    ]
    await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
    const main = page.getByRole('main')
    await expect.element(main.getByText('••••0482').first()).toBeVisible()
    expect(main.getByText('••••0482').elements()).toHaveLength(2)
    expect(main.element().innerHTML).not.toContain('100482')
  })

  test('a result that was run several times shows how often and when last, in its line and when opened', async () => {
    const today = (hours: number) => {
      const at = new Date()
      at.setHours(hours, 10, 0, 0)
      return at.toISOString()
    }
    const runs = { savedAt: today(0), runs: 3, lastRunAt: today(1) }
    const saved = { ...aSavedForecast(), ...runs }
    await renderApp(
      createScriptedWorld({
        'records.list': () => ok([{ ...aSummary({ id: saved.id }), ...runs }]),
        'records.open': () => ok(saved),
      }),
      '/saved-results',
    )
    await expect.element(page.getByText('3 runs, last at 1:10 AM')).toBeVisible()
    await page.getByRole('link', { name: 'Forecast', exact: true }).last().click()
    await expect.element(page.getByText(/12:10 AM · 3 runs, last at 1:10 AM/)).toBeVisible()
  })

  test('what happened to the participant appears beside the name, in the list and when opened', async () => {
    const at = new Date(2026, 10, 27, 12).toISOString()
    const receipt = aSummary({
      id: 'r',
      kind: 'receipt',
      outcome: 'accepted',
      sent: { operation: 'enroll', planIds: ['ACME'], at, number: 'GP-1' },
    })
    const saved = aSavedForecast()
    await renderApp(
      createScriptedWorld({
        'records.list': () => ok([aSummary({ id: saved.id }), receipt]),
        'records.open': () => ok(saved),
        'records.marks': () =>
          ok([{ receiptId: 'r', operation: 'enroll', inDoubt: true, at, planIds: [] }]),
      }),
      '/saved-results',
    )
    await expect.element(page.getByText('Enrolled Nov 27, 2026')).toBeVisible()
    await page
      .getByRole('region', { name: /^Results of / })
      .getByRole('link', { name: 'Forecast' })
      .click()
    await expect.element(page.getByText('Enrollment in doubt since Nov 27, 2026')).toBeVisible()
  })

  test('doubts about the input appear with the result', async () => {
    const doubt = 'The participant has a negative salary, −$5.'
    await renderApp(
      createScriptedWorld({ 'records.list': () => ok([aSummary({ doubts: [[doubt]] })]) }),
      '/saved-results',
    )
    await expect.element(page.getByText(doubt)).toBeVisible()
  })

  test('a "Forecast all" run is one entry, which unfolds', async () => {
    const [first] = someSummaries()
    if (first === undefined) throw new Error('no item')
    const one = (id: string, name: string) => ({
      ...first,
      id,
      kind: 'forecast' as const,
      subject: { participantId: id, name },
      forAll: true as const,
      forAllRun: 'run-1',
    })
    const items = [one('a', 'Ann Lee'), one('b', 'Bo Diaz'), ...someSummaries()]
    await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
    const entry = page.getByRole('button', { name: /^Forecast all 2 participants/ })
    await expect.element(entry).toHaveAttribute('aria-expanded', 'false')
    const row = (name: string) =>
      page
        .getByRole('region', { name: 'Clients' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
    await expect.element(row('Ann Lee')).not.toBeInTheDocument()
    await entry.click()
    await expect.element(row('Ann Lee')).toBeVisible()
    await entry.click()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('Bo Diaz')
    await expect.element(row('Bo Diaz')).toBeVisible()
  })

  test('the newest results show while older ones load, and nothing is counted until all are there', async () => {
    const items = Array.from({ length: 90 }, (_, index) =>
      aSummary({
        id: `rec-${index}`,
        kind: 'forecast',
        subject: { participantId: `P-${index}`, name: `Person ${index}` },
        ...(index > 0 && { forAll: true as const, forAllRun: 'run-1' }),
      }),
    )
    const rest = Promise.withResolvers<undefined>()
    const bridge = createScriptedWorld({
      'records.list': async ({ newest }) => {
        if (newest === undefined) await rest.promise
        return ok(items.slice(0, newest))
      },
    })
    await renderApp(bridge, '/saved-results')
    await expect.element(page.getByRole('heading', { name: 'Person 0' })).toBeVisible()
    const entry = page.getByRole('button', { name: /^Forecast all/ })
    await expect.element(entry).not.toMatchTextContent(/\d participants/)
    await expect.element(page.getByText(/\d results/)).not.toBeInTheDocument()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('P-89')
    await expect.element(page.getByText('Nothing matches')).not.toBeInTheDocument()
    rest.resolve(undefined)
    await expect.element(page.getByRole('heading', { name: 'Person 89' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('')
    await expect.element(entry).toMatchTextContent(/89 participants/)
    await expect.element(page.getByText('90 clients, 90 results')).toBeVisible()
  })

  test('removing asks first, and removes exactly that result', async () => {
    let items = someSummaries()
    const bridge = createScriptedWorld({
      'records.list': () => ok(items),
      'records.remove': ({ id }) => {
        items = items.filter((item) => item.id !== id)
        return ok({})
      },
    })
    await renderApp(bridge, '/saved-results')
    await page.getByRole('region', { name: 'Clients' }).getByText('Priya Shah').click()
    await page.getByRole('button', { name: 'Remove Where you stand of Priya Shah' }).click()
    await expect
      .element(page.getByRole('dialog'))
      .toMatchTextContent(/“Where you stand” of Priya Shah/)
    expect(bridge.asked('records.remove')).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('Priya Shah')).not.toBeInTheDocument()
    expect(bridge.asked('records.remove')).toEqual([{ id: 'rec-5' }])
  })

  test('a receipt in doubt cannot be removed, and links to its settlement', async () => {
    const items = someSummaries().map((item) =>
      item.kind === 'receipt' ? { ...item, outcome: 'inDoubt' as const } : item,
    )
    const bridge = createScriptedWorld({ 'records.list': () => ok(items) })
    await renderApp(bridge, '/saved-results')
    const [doubtful] = items.filter(({ kind }) => kind === 'receipt')
    await page
      .getByRole('button', { name: /^Remove Receipt of / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent(/stays until it is settled/)
    await expect
      .element(dialog.getByRole('link', { name: 'Open the receipt' }))
      .toHaveAttribute('href', `#/saved-results/${doubtful?.id}`)
    await expect.element(dialog.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bridge.asked('records.remove')).toEqual([])
  })

  test('an empty list says what it is for', async () => {
    await renderApp(createScriptedWorld({ 'records.list': () => ok([]) }), '/saved-results')
    await expect.element(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  })

  test('a damaged record is explained, with a way back to the list', async () => {
    const bridge = createScriptedWorld({
      'records.open': refusal({ code: 'records.damaged', message: 'The record does not decrypt.' }),
    })
    await renderApp(bridge, '/saved-results/rec-1')
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/The record does not decrypt\./)
    await expect.element(page.getByRole('link', { name: 'Back to Saved results' })).toBeVisible()
  })

  test('a saved result opens with every field and the verbatim answer', async () => {
    const text = '{"LifeExpectancy":{"Age":87},"SocialSecurity":[{"Age":62,"Amount":21800}]}'
    const bridge = createScriptedWorld({
      'records.open': () => ok(aSavedCase()),
      'records.verbatim': () => ok({ text }),
    })
    await renderApp(bridge, '/saved-results/rec-4')
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Maria Alvarez' }))
      .toBeVisible()
    await page.getByRole('tab', { name: 'All fields' }).click()
    const fields = page.getByRole('region', { name: 'All fields of the answer' })
    await fields.getByRole('button', { name: 'SocialSecurity 1 entry' }).click()
    await fields.getByRole('button', { name: '[0] 62, 2 entries' }).click()
    await expect.element(fields).toMatchTextContent(/Amount\s*21800/)
    await page.getByRole('tab', { name: 'Service’s answer' }).click()
    await page.getByRole('button', { name: 'Show as it came' }).click()
    await expect
      .element(page.getByRole('region', { name: 'Service’s answer' }))
      .toHaveTextContent(text)
  })

  test('settling marks missing input at its field, and then leads to the result', async () => {
    const bridge = createScriptedWorld({
      'records.open': () => ok(receiptRecord('rec-1', 'inDoubt')),
      'submission.settle': () => {
        bridge.script({ 'records.open': () => ok(receiptRecord('rec-1', 'accepted')) })
        bridge.emit('records.changed', {})
        return ok(receiptRecord('rec-1', 'accepted'))
      },
    })
    await renderApp(bridge, '/saved-results/rec-1')
    const settle = page.getByRole('button', { name: 'Settle', exact: true })
    await settle.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Say whether it went through, who says so, and how you know.')
    await expect.element(page.getByRole('radio', { name: 'It went through' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Say who says so, and how you know.')
    await settle.click()
    await expect.element(page.getByRole('radio', { name: 'The recordkeeper' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Say how you know.')
    await settle.click()
    await expect.element(page.getByLabelText('How do you know?')).toHaveFocus()
    expect(bridge.asked('submission.settle')).toEqual([])
    await userEvent.keyboard('The recordkeeper confirmed it')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    settle.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(settle).not.toBeInTheDocument()
    await expect.element(page.getByRole('article', { name: 'Receipt' })).toHaveFocus()
    expect(bridge.asked('submission.settle')).toMatchObject([
      { wentThrough: true, saidBy: 'recordKeeper', note: 'The recordkeeper confirmed it' },
    ])
  })

  test('a settled receipt’s line fits a narrow window', async () => {
    await page.viewport(1024, 700)
    const summary =
      'Implement: went through, as the recordkeeper says; settled by caroline.whitfield on Nov 22, 2026, 4:51 PM, and noted since'
    const items = someSummaries().map((item) =>
      item.id === 'rec-2' ? { ...item, summary: [summary] } : item,
    )
    await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
    const line = page.getByText(summary)
    await expect.element(line).toBeVisible()
    const { scrollWidth, clientWidth } = line.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  test('a changed list is loaded again', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/saved-results')
    await expect.element(page.getByText('4 clients, 5 results')).toBeVisible()
    bridge.script({ 'records.list': () => ok(someSummaries().slice(0, 2)) })
    bridge.emit('records.changed', {})
    await expect.element(page.getByText('1 client, 2 results')).toBeVisible()
  })
})
