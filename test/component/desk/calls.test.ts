import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deskSteps } from '#shared/desk/texts.ts'
import { fail, ok } from '#shared/result.ts'
import { callByHand, heading, identify, typeCaller } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aDeskConfig, createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import { desk, jump, send } from './call-screen.ts'

const sendChord = '{Control>}{Enter}{/Control}'

describe('a call', () => {
  test('whose request is being sent shows what to tell the caller and how long it has taken, and disables the buttons', async () => {
    await renderApp(
      createScriptedWorld({
        'submission.review': () => ok(aReview()),
        'submission.send': () => new Promise(() => undefined),
      }),
      '/opt-out',
    )
    await callByHand()
    await send.click()
    const say = page.getByRole('region', { name: /^Say/ })
    await expect
      .element(say)
      .toMatchTextContent(
        /^Say ?I am sending the request now and waiting for the confirmation. It can take up to two minutes.$/,
      )
    await expect.element(page.getByText(/^[1-9] s of at most 2 min 0 s$/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: /^End without sending/ })).toBeDisabled()
  })

  test('is passed to main with the opt-out request, and the receipt asks for a wrap-up', async () => {
    const { bridge } = await desk()
    await callByHand()
    await expect.element(send).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      {
        to: { environmentId: 'training', place: 'training', name: 'Training' },
        draft: {
          operation: 'optout',
          participantId: 'P-100482',
          optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
          reason: 'Prefers own choice',
          call: {
            textsVersion: 0,
            checksPassed: ['birth', 'ssn4', 'address'],
            reasonCode: 'own',
            note: '',
          },
        },
      },
    ])
    await userEvent.keyboard(sendChord)
    await expect.element(page.getByText('Opted out', { exact: true }).first()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Wrap up')).toBeVisible()
    // The disposition that fits the outcome is already selected; one that contradicts it shows a
    // warning.
    await expect
      .element(page.getByRole('option', { name: /Opted out as asked/ }))
      .toHaveAttribute('aria-selected', 'true')
    await page.getByRole('option', { name: /Not carried out/ }).click()
    await expect
      .element(
        page.getByText(
          '“Not carried out; caller knows what happens next” does not fit: the receipt says “Opted out”.',
        ),
      )
      .toBeVisible()
    // It is asked about: Enter alone does not go on.
    await page.getByLabelText(/^Wrap-up note/).fill('As agreed')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Confirm that the call ended this way, or choose another one.')
    await expect
      .element(page.getByRole('checkbox', { name: 'Yes, it ended this way' }))
      .toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(bridge.asked('desk.wrapUp')).toEqual([])
    await page
      .getByRole('listbox', { name: 'How the call ended' })
      .click({ position: { x: 2, y: 2 } })
    await userEvent.keyboard('1')
    await expect.element(page.getByText(/does not fit/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Caller')).toBeVisible()
    expect(bridge.asked('desk.wrapUp')).toMatchObject([
      { receiptId: 'r-1', wrapUp: { disposition: 'optedOut', contradicts: false } },
    ])
    await expect.element(page.getByLabelText('ParticipantId')).toHaveValue('')
  })

  test('is never sent by Enter, even on the send button, or by a key that is held down', async () => {
    const { bridge } = await desk()
    await callByHand()
    await expect.element(send).toBeVisible()
    await userEvent.keyboard('{Enter}')
    send.element().focus()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(page.getByText(/Enter alone does not send/)).toBeVisible()
    await jump(1)
    await userEvent.keyboard('{Control>}{Shift>}[Digit5]')
    await expect.element(send).toBeVisible()
    await userEvent.keyboard('{Enter}{/Shift}{/Control}')
    expect(bridge.asked('submission.send')).toEqual([])
    await userEvent.keyboard(sendChord)
    await expect.element(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
    expect(bridge.asked('submission.send')).toEqual([{ submissionId: 'review-1' }])
  })

  test('in doubt can be checked, settled and wrapped up, but never sent again', async () => {
    const { bridge } = await desk('inDoubt')
    await callByHand()
    await expect.element(send).toBeVisible()
    await userEvent.keyboard(sendChord)
    await expect.element(page.getByRole('heading', { name: 'Check and settle' })).toBeVisible()
    await expect.element(page.getByText(/I will not send it a second time/)).toBeVisible()
    expect(page.getByText(/send again/i).elements()).toHaveLength(0)
    for (const digit of [1, 2, 3, 4, 5]) await jump(digit)
    await expect.element(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
    await jump(7)
    await expect
      .element(page.getByRole('option', { name: /To be checked/ }))
      .toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/needs a note/)
    await userEvent.keyboard('Call back tomorrow{Enter}')
    await expect.element(heading('Caller')).toBeVisible()
    expect(bridge.asked('desk.wrapUp')).toMatchObject([
      { wrapUp: { disposition: 'followUp', note: 'Call back tomorrow' } },
    ])
    expect(bridge.asked('submission.send')).toHaveLength(1)
  })

  test('that ends early is recorded with its disposition but without a name', async () => {
    const { bridge } = await desk()
    await typeCaller()
    await jump(8)
    await expect.element(heading('End without sending')).toBeVisible()
    await userEvent.keyboard('2{Enter}')
    await expect.element(page.getByLabelText('ParticipantId')).toHaveValue('')
    const ended = bridge.asked('desk.endCall')
    expect(ended).toMatchObject([
      {
        environmentId: 'training',
        call: { checksPassed: [], note: '' },
        wrapUp: { disposition: 'changedMind' },
      },
    ])
    expect(JSON.stringify(ended)).not.toMatch(/Maria|Alvarez|P-100482/)
    expect(bridge.asked('submission.review')).toEqual([])
  })

  test('whose wrap-up cannot be saved reports the failure, and the next caller can begin', async () => {
    const { bridge } = await desk()
    bridge.script({
      'desk.wrapUp': () => fail({ code: 'records.diskFull', message: 'The disk is full.' }),
    })
    await callByHand()
    await expect.element(send).toBeVisible()
    await userEvent.keyboard(sendChord)
    await expect.element(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
    await jump(7)
    await userEvent.keyboard('1{Enter}')
    await page.getByRole('button', { name: 'Next caller without it' }).click()
    await expect.element(page.getByLabelText('ParticipantId')).toHaveValue('')
  })
})

describe('the steps of a call:', () => {
  test('Enter pressed before the scripts arrive takes effect when they arrive', async () => {
    let give = (): void => undefined
    const there = new Promise<void>((resolve) => {
      give = resolve
    })
    const bridge = createScriptedWorld({
      'desk.config.get': async ({ environmentId }) => {
        await there
        return ok(aDeskConfig({ environmentId }))
      },
    })
    await renderApp(bridge, '/opt-out')
    await typeCaller()
    await page.getByLabelText('Last name').click()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Caller')).toBeVisible()
    give()
    await expect.element(heading('Identify')).toBeVisible()
  })

  test('jumping ahead stops at the first incomplete step', async () => {
    await desk()
    await jump(4)
    await expect.element(heading('Caller')).toBeVisible()
    await expect.element(page.getByText(/first name and last name are needed/)).toBeVisible()
    await typeCaller()
    await jump(3)
    await expect.element(heading('Identify')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/3 more checks must pass/)
    await userEvent.keyboard('12')
    await jump(5)
    await expect.element(page.getByRole('alert')).toMatchTextContent(/One more check must pass/)
  })

  test('each step shows its shortcut keys, to assistive technology too', async () => {
    await desk()
    const buttons = page
      .getByRole('navigation', { name: 'Steps of the call' })
      .getByRole('button')
      .elements()
    expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual(
      deskSteps.map((_, index) => `Control+Shift+${index + 1}`),
    )
    expect(buttons.filter((button) => button.getAttribute('aria-current') === 'step')).toHaveLength(
      1,
    )
    await typeCaller()
    await page.getByLabelText('Last name').click()
    await userEvent.keyboard('{Enter}')
    const list = page.getByRole('listbox', { name: 'Checks the caller passed' })
    await expect.element(list).toHaveFocus()
    await expect.element(list).toHaveAttribute('aria-multiselectable', 'true')
    await expect
      .element(page.getByRole('option', { name: 'Date of birth' }))
      .toHaveAttribute('aria-keyshortcuts', '1 Shift+1')
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ')
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/Last four digits/)
  })

  test('the reason “other” requires a note, “deceased” says what to do, and a reason can be free text', async () => {
    const { bridge } = await desk()
    await typeCaller()
    await identify()
    await page.getByLabelText('PlanId of plan 1').fill('ACME401K')
    await page.getByLabelText('PlanType of plan 1').fill('401K')
    await userEvent.keyboard('{Enter}9')
    await expect.element(page.getByLabelText('Note')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/“Other” needs a note/)
    await page.getByRole('option', { name: 'Deceased' }).click()
    await expect.element(page.getByText(/person who handles the estate/)).toBeVisible()
    await page.getByLabelText('Note').fill('Estate: A. Alvarez')
    await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Participant has died')
    await page.getByText('Recordkeeper address').first().click()
    await page
      .getByRole('textbox', { name: 'Recordkeeper address' })
      .fill('https://rk.example/post')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect.element(send).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      {
        draft: {
          reason: 'Participant has died',
          transactionUrl: 'https://rk.example/post',
          call: { reasonCode: 'deceased', note: 'Estate: A. Alvarez' },
        },
      },
    ])
  })
})
