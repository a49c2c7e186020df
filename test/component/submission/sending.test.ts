import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { fail, ok } from '#shared/result.ts'
import { callByHand } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import { aSummary, createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { earlier, reviewing, send } from './reviewing.ts'

describe('before a submission is sent,', () => {
  test('a double click makes only one request to main', async () => {
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

  test('the screen says that production refuses a participant without name and id', async () => {
    await reviewing(
      aReview({
        environment: { id: 'prod', name: 'Acme', kind: 'production' },
        subject: { participantId: '', name: ' ' },
      }),
    )
    await expect
      .element(
        page.getByText('There is neither a name nor an id of the participant', {
          exact: false,
        }),
      )
      .toBeVisible()
    await expect.element(send).toBeDisabled()
  })

  test('the review is in words, and one key opens the exact fields, which open by themselves if one needs attention', async () => {
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
    ['something unusual', { unusual: [['No last name is given.']] }],
    ['a warning', { warnings: ['A warning.'] }],
    ['an earlier submission', { earlier }],
  ])('the exact fields are open from the start with %s', async (_words, over) => {
    await reviewing(aReview(over))
    await expect.element(page.getByRole('table', { name: 'Fields of the request' })).toBeVisible()
  })

  test('an unusual value is named and must be ticked as intended', async () => {
    const bridge = await reviewing(
      aReview({ unusual: [['No last name is given.'], ['A plan has no plan type.']] }),
    )
    await expect.element(page.getByText('A plan has no plan type.')).toBeVisible()
    await expect.element(send).toBeDisabled()
    await page.getByRole('checkbox', { name: 'This is intended: send it anyway' }).click()
    await send.click()
    expect(bridge.asked('submission.send')).toEqual([
      { submissionId: 'review-1', sendsUnusual: true },
    ])
  })

  test('in production an unusual value is named, and main’s own question confirms it', async () => {
    const bridge = await reviewing(
      aReview({
        environment: { id: 'prod', name: 'Acme', kind: 'production' },
        unusual: [['No last name is given.']],
      }),
    )
    await expect.element(page.getByText('No last name is given.')).toBeVisible()
    expect(page.getByRole('checkbox').elements()).toEqual([])
    await send.click()
    expect(bridge.asked('submission.send')).toEqual([{ submissionId: 'review-1' }])
    await expect.element(page.getByText(/Answer the question in its own window/)).toBeVisible()
  })

  test('a repeat asks for a reason, and the reason is sent to main', async () => {
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

  test('an older submission is shown, and needs no reason', async () => {
    await reviewing(aReview({ earlier: { ...earlier, needsReason: false } }))
    await expect.element(page.getByRole('link', { name: 'Open the earlier receipt' })).toBeVisible()
    await expect.element(send).toBeEnabled()
  })

  test('an earlier submission with a damaged receipt is described neither as accepted nor as this participant’s', async () => {
    await reviewing(aReview({ earlier: { ...earlier, same: 'unknown' } }))
    await expect.element(page.getByText(/^May have been sent on/)).toBeVisible()
    await expect.element(page.getByText(/What was sent then can no longer be told/)).toBeVisible()
    await expect
      .element(page.getByText(/accepted then|for this participant/))
      .not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Why is it sent again?')).toBeVisible()
  })

  test('a warning says that an earlier submission was for one of several participants', async () => {
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

  test('an earlier submission whose receipt was removed is named, and links to nothing', async () => {
    await reviewing(aReview({ earlier: { ...earlier, receiptId: null } }))
    await expect.element(page.getByText(/Its receipt was removed\./)).toBeVisible()
    await expect.element(page.getByText('Open the earlier receipt')).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Why is it sent again?')).toBeVisible()
  })

  test('an earlier submission in doubt blocks sending, and a link beside the button opens its receipt to settle it', async () => {
    const inDoubt = { ...earlier, outcome: 'inDoubt', needsReason: false } as const
    const bridge = await reviewing(
      aReview({ environment: { id: 'p', name: 'Live', kind: 'production' }, earlier: inDoubt }),
    )
    await expect.element(send).toBeDisabled()
    const settle = page.getByRole('link', { name: 'Settle the earlier one first' })
    await expect.element(settle).toHaveAttribute('href', `#/saved-results/${earlier.receiptId}`)
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await expect.element(settle).toHaveFocus()
    await expect.element(page.getByText('Enter opens its receipt.', { exact: false })).toBeVisible()
    expect(bridge.asked('submission.send')).toEqual([])
  })

  test('the review is prepared again when the earlier submission is settled in any window', async () => {
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

  test('a refusal by main is shown, and the review stays', async () => {
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
