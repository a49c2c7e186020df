import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { fail, ok } from '#shared/result.ts'
import ReceiptView from '#renderer/features/submit/receipt-view.vue'
import { callByHand } from '#test/support/desk-call.ts'
import { renderApp, renderPart } from '#test/support/render-app.ts'
import { aReceipt, aReview } from '#test/support/sample-receipt.ts'
import { inUse } from '#test/support/in-use.ts'
import { aSummary, createScriptedWorld, someSettings } from '#test/support/scripted-world.ts'

const earlier = {
  receiptId: '6c1f0a52-7a8e-4d5f-9a52-0d9c1d1f7a11',
  outcome: 'accepted',
  settled: null,
  sentAt: '2026-11-01T10:00:00.000Z',
  operation: 'optout',
  name: 'Maria Alvarez',
  same: 'participant',
  needsReason: true,
} as const

/** The Opt-out desk with a review on screen; sending never answers. */
const reviewing = async (review: SubmissionReview) => {
  const { id, name, kind } = review.environment
  const bridge = createScriptedWorld({
    ...(kind === 'training' ? {} : inUse({ id, name, kind })),
    'submission.review': () => ok(review),
    'submission.send': () => new Promise(() => undefined),
  })
  await renderApp(bridge, '/opt-out')
  await callByHand()
  await expect.element(page.getByRole('heading', { name: /^Review:/ })).toBeVisible()
  return bridge
}

const send = page.getByRole('button', { name: 'Confirm and send' })

describe('sending a submission', () => {
  test('a double click sends one message', async () => {
    const bridge = await reviewing(aReview())
    await userEvent.dblClick(send)
    await expect.element(page.getByText(/waiting for the service’s answer/)).toBeVisible()
    expect(bridge.asked('submission.send')).toEqual([{ submissionId: 'review-1' }])
  })

  test('Enter alone sends nothing', async () => {
    const bridge = await reviewing(aReview())
    await userEvent.keyboard('{Enter}{Enter}')
    expect(bridge.asked('submission.send')).toEqual([])
  })

  test('to production nothing goes for somebody without a name and an id, and that is said', async () => {
    await reviewing(
      aReview({
        environment: { id: 'prod', name: 'Acme', kind: 'production' },
        subject: { participantId: '', name: ' ' },
      }),
    )
    await expect
      .element(
        page.getByText('There is neither a name nor an id to confirm the participant by', {
          exact: false,
        }),
      )
      .toBeVisible()
    expect(page.getByLabelText(/^Type the participant/).elements()).toEqual([])
    await expect.element(send).toBeDisabled()
  })

  test('words come first; every field exactly is one key or press away, and open where something needs a look', async () => {
    await reviewing(aReview())
    const fold = page.getByRole('button', { name: /^Exactly what will be sent/ })
    const table = page.getByRole('table', { name: 'Fields of the request' })
    await expect
      .element(page.getByRole('heading', { name: 'What is sent, in words' }))
      .toBeVisible()
    await expect.element(fold).toMatchTextContent(/\d+ fields?, /)
    expect(table.elements()).toEqual([])
    await userEvent.keyboard('t')
    await expect.element(table).toBeVisible()
    await fold.click()
    await expect.element(table).not.toBeInTheDocument()
  })

  test.each<[string, Partial<SubmissionReview>]>([
    ['something unusual', { unusual: ['No last name is given.'] }],
    ['a warning', { warnings: ['A warning.'] }],
    ['an earlier one', { earlier }],
  ])('with %s every field exactly is open from the beginning', async (_words, over) => {
    await reviewing(aReview(over))
    await expect.element(page.getByRole('table', { name: 'Fields of the request' })).toBeVisible()
  })

  test('what is unusual is named, and goes only once it is ticked that it is meant', async () => {
    const bridge = await reviewing(
      aReview({ unusual: ['No last name is given.', 'A plan has no plan type.'] }),
    )
    await expect.element(page.getByText('A plan has no plan type.')).toBeVisible()
    await expect.element(send).toBeDisabled()
    await page.getByRole('checkbox', { name: 'This is intended: send it anyway' }).click()
    await send.click()
    expect(bridge.asked('submission.send')).toEqual([
      { submissionId: 'review-1', sendsUnusual: true },
    ])
  })

  test('the same again asks why, and hands the reason on', async () => {
    const bridge = await reviewing(aReview({ earlier }))
    await expect.element(page.getByRole('link', { name: 'Open the earlier receipt' })).toBeVisible()
    await expect.element(send).toBeDisabled()
    await page.getByLabelText('Why is it sent again?').fill('   ')
    await expect.element(send).toBeDisabled()
    await page.getByLabelText('Why is it sent again?').fill('The first one was for the wrong plan')
    await send.click()
    expect(bridge.asked('submission.send')).toEqual([
      { submissionId: 'review-1', overrideReason: 'The first one was for the wrong plan' },
    ])
  })

  test('an older one is shown and asks nothing', async () => {
    await reviewing(aReview({ earlier: { ...earlier, needsReason: false } }))
    await expect.element(page.getByRole('link', { name: 'Open the earlier receipt' })).toBeVisible()
    await expect.element(send).toBeEnabled()
  })

  test('a damaged receipt is not said to have been accepted, nor for this participant', async () => {
    await reviewing(aReview({ earlier: { ...earlier, same: 'unknown' } }))
    await expect.element(page.getByText(/^May have been sent on/)).toBeVisible()
    await expect.element(page.getByText(/Its receipt is damaged/)).toBeVisible()
    await expect
      .element(page.getByText(/accepted then|for this participant/))
      .not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Why is it sent again?')).toBeVisible()
  })

  test('of several participants, the guard says that it was for one of them', async () => {
    const subject = {
      participantId: '',
      name: '2 participants',
      among: ['Ada', 'Bea'].map((name) => ({ participantId: name, name })),
    }
    await reviewing(aReview({ subject, earlier, changes: { kind: 'noForecast' } }))
    await expect
      .element(page.getByRole('region', { name: 'What changes for 2 participants' }))
      .toMatchTextContent('In the file: Ada and Bea. Fund changes cannot be shown')
    await expect
      .element(
        page.getByText(/^It was for one of these participants and at least one of these plans/),
      )
      .toBeVisible()
    await expect.element(page.getByText(/for this participant/)).not.toBeInTheDocument()
  })

  test('of a receipt that was lost, no plan is named', async () => {
    const lost = { ...earlier, outcome: 'inDoubt', same: 'lost', needsReason: false } as const
    await reviewing(aReview({ earlier: lost }))
    await expect
      .element(
        page.getByText(/for this participant; its receipt was lost, so the plans are not known/),
      )
      .toBeVisible()
    await expect.element(page.getByText(/at least one of these plans/)).not.toBeInTheDocument()
    await expect.element(send).toBeDisabled()
  })

  test('while an earlier one is in doubt nothing can be sent, and the way to settle it is beside the button', async () => {
    const inDoubt = { ...earlier, outcome: 'inDoubt', needsReason: false } as const
    const bridge = await reviewing(
      aReview({ environment: { id: 'p', name: 'Live', kind: 'production' }, earlier: inDoubt }),
    )
    await expect.element(send).toBeDisabled()
    const settle = page.getByRole('link', { name: 'Settle the earlier one first' })
    await expect.element(settle).toHaveAttribute('href', `#/saved-results/${earlier.receiptId}`)
    await expect.element(page.getByLabelText(/Type the participant/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await expect.element(settle).toHaveFocus()
    await expect.element(page.getByText('Enter opens its receipt.', { exact: false })).toBeVisible()
    expect(bridge.asked('submission.send')).toEqual([])
  })

  test('once the earlier one is settled, in whatever window, it is prepared anew', async () => {
    let outcome: 'inDoubt' | 'accepted' = 'inDoubt'
    const bridge = createScriptedWorld({
      'submission.review': () =>
        ok(
          aReview({
            submissionId: outcome,
            earlier: { ...earlier, outcome, needsReason: outcome === 'accepted' },
          }),
        ),
      'records.list': () => ok([aSummary({ id: earlier.receiptId, kind: 'receipt', outcome })]),
    })
    await renderApp(bridge, '/opt-out')
    await callByHand()
    await expect.element(page.getByText('Settle the earlier one first')).toBeVisible()
    bridge.emit('records.changed', {})
    await expect.poll(() => bridge.asked('records.list')).toHaveLength(1)
    expect(bridge.asked('submission.review')).toHaveLength(1)
    outcome = 'accepted'
    bridge.emit('records.changed', {})
    await expect.element(page.getByLabelText('Why is it sent again?')).toBeVisible()
    await expect.element(page.getByText('Settle the earlier one first')).not.toBeInTheDocument()
    expect(bridge.asked('submission.review')).toHaveLength(2)
  })

  test('a refusal is shown, and what was reviewed stays', async () => {
    const bridge = await reviewing(aReview())
    bridge.script({
      'submission.send': () =>
        fail({ code: 'submission.inDoubt', message: 'An earlier one is in doubt.' }),
    })
    await send.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/An earlier one is in doubt/)
    await expect.element(send).toBeVisible()
  })
})

describe('what changes', () => {
  test('after a refusal the focus is not on what sends, so that an Enter too many sends nothing', async () => {
    const bridge = await reviewing(aReview())
    let answer: () => void = () => undefined
    const refuse = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return fail({ code: 'submission.journal', message: 'It could not be recorded.' })
    }
    bridge.script({ 'submission.send': refuse })
    await send.click()
    await expect.element(send).toBeDisabled()
    answer()
    await expect.element(send).toBeEnabled()
    await expect.element(page.getByText('It could not be recorded.')).toBeVisible()
    await expect.element(send).not.toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(bridge.asked('submission.send')).toHaveLength(1)
  })

  test('an opt-out names the plans that leave the service, and nothing else', async () => {
    await reviewing(aReview())
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect
      .element(changes)
      .toMatchTextContent(/The advice service stops for this plan:\s*ACME401K/)
  })

  test('a forecast tells funds, savings rates and age, with its own age', async () => {
    await reviewing(
      aReview({
        warnings: ['The forecast was run with retirement age 67; this is sent with 65.'],
        changes: {
          kind: 'forecast',
          forecastId: 'rec-1',
          savedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
          proposes: true,
          retirementAge: { today: 'forecast', from: 67, to: 65 },
          accounts: [
            {
              account: 'ACME401K 401(k)',
              today: 'file',
              unread: false,
              funds: [
                { id: 'A', name: 'Large Company Index', from: 60, to: 45 },
                { id: 'B', name: 'Core Bond', from: null, to: 15 },
                { id: 'C', name: 'Stable Value', from: 40, to: 40 },
              ],
            },
          ],
          savings: [
            {
              account: 'ACME401K 401(k)',
              label: 'Pre-tax',
              today: 'file',
              from: 6,
              to: 9,
              fromDollars: 5520,
              toDollars: 8280,
            },
          ],
          accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
        },
      }),
    )
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect.element(changes).toMatchTextContent(/3 days ago/)
    await expect.element(changes).toMatchTextContent(/Retirement age\s*67\s*→\s*to\s*65/)
    await expect
      .element(changes)
      .toMatchTextContent(/Pre-tax:\s*6%\s*\(\$5,520 a year\)\s*→\s*to\s*9%\s*\(\$8,280 a year\)/)
    await expect
      .element(changes.getByRole('row', { name: /Large Company Index/ }))
      .toMatchTextContent(/60%\s*45%/)
    await expect
      .element(changes.getByRole('row', { name: /Core Bond/ }))
      .toMatchTextContent(/0%\s*15%/)
    await expect.element(changes).toMatchTextContent(/1 other fund stays as it is/)
    await expect
      .element(page.getByText('The forecast was run with retirement age 67; this is sent with 65.'))
      .toBeVisible()
  })

  test('a what-if does not pass for today, and what is sent stands beside it in words', async () => {
    await reviewing(
      aReview({
        sent: [
          {
            name: 'ExcludeSocialSecurity',
            label: 'Social Security',
            lines: ['left out'],
            leftOut: '',
            file: 'SSFlag Y',
          },
        ],
        changes: {
          kind: 'forecast',
          forecastId: 'rec-1',
          savedAt: new Date().toISOString(),
          proposes: true,
          retirementAge: { today: 'unknown', from: null, to: 67 },
          accounts: [],
          savings: [
            {
              account: 'A',
              label: 'Pre-tax',
              today: 'file',
              from: 9,
              to: 15,
              fromDollars: null,
              toDollars: 13_800,
            },
            {
              account: 'A',
              label: 'Roth',
              today: 'unknown',
              from: null,
              to: 2,
              fromDollars: null,
              toDollars: null,
            },
          ],
          accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
        },
      }),
    )
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect
      .element(changes)
      .toMatchTextContent(/Retirement age\s*not in the file\s*→\s*to\s*67/)
    await expect.element(changes).toMatchTextContent(/Pre-tax:\s*9%\s*→\s*to\s*15%/)
    await expect
      .element(changes)
      .toMatchTextContent(/Social Security\s*SSFlag Y\s*→\s*to\s*left out/)
    await expect.element(changes).toMatchTextContent(/Roth:\s*not in the file\s*→\s*to\s*2%/)
    await expect
      .element(changes)
      .toMatchTextContent(/Accounts\s*A1\s*is of plan\s*ACME401K \(401K\)/)
    await expect
      .element(changes)
      .toMatchTextContent(
        /What is sent, in words\s*Social Security\s*left out\s*Today, in the file: SSFlag Y/,
      )
  })

  test('without a forecast it says so and invents nothing', async () => {
    await reviewing(aReview({ changes: { kind: 'noForecast' } }))
    await expect.element(page.getByText(/No forecast of this participant is saved/)).toBeVisible()
  })
})

describe('a receipt', () => {
  const show = async (maskIdentifiers: boolean) => {
    const bridge = createScriptedWorld({
      'settings.get': () => ok(someSettings({ maskIdentifiers })),
      'activity.recordUse': () => ok({}),
      'receipt.pdf': ({ masked }) =>
        ok({
          fileName: `r${masked ? '-masked' : ''}.pdf`,
          bytes: new TextEncoder().encode('%PDF-1.7'),
        }),
    })
    await renderPart(ReceiptView, bridge, { receipt: aReceipt() })
    return bridge
  }
  const article = page.getByRole('article', { name: 'Receipt' })

  test('hides identifiers until asked, and names when it was answered', async () => {
    await show(true)
    await expect.element(article).toMatchTextContent(/Maria Álvarez\s*••••0482/)
    await expect
      .element(article)
      .toMatchTextContent(/2026-11-20 15:04:05 UTC[\s\S]*Answered[\s\S]*2026-11-20 15:04:07 UTC/)
    expect(document.body.textContent).not.toMatch(/P-100482|4400118822|4400-1188-22/)
    await page.getByRole('switch', { name: 'Mask identifiers' }).click()
    await expect.element(article).toMatchTextContent(/P-100482[\s\S]*4400-1188-22[\s\S]*4400118822/)
  })

  test('as PDF it goes the way it is shown, and where the browser has it, that is noted', async () => {
    const bridge = await show(true)
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect.element(page.getByText('Handed to the browser as r-masked.pdf')).toBeVisible()
    await page.getByRole('switch', { name: 'Mask identifiers' }).click()
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect
      .poll(() => bridge.asked('receipt.pdf'))
      .toEqual([
        { receiptId: aReceipt().id, masked: true },
        { receiptId: aReceipt().id, masked: false },
      ])
    const handedOver = { action: 'export', recordId: aReceipt().id }
    await expect.poll(() => bridge.asked('activity.recordUse')).toEqual([handedOver, handedOver])
  })

  test('printing is noted, however it was asked for', async () => {
    const bridge = await show(true)
    window.dispatchEvent(new Event('beforeprint'))
    await expect
      .poll(() => bridge.asked('activity.recordUse'))
      .toEqual([{ action: 'print', recordId: aReceipt().id }])
  })

  test('a PDF that could not be written says so', async () => {
    const bridge = await show(true)
    bridge.script({
      'receipt.pdf': () =>
        fail({ code: 'internal', message: 'The PDF file could not be written.' }),
    })
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/The PDF file could not be written/)
  })
})
