import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { heading, identify, typeCaller } from '#test/support/screens/desk-call.ts'
import { desk, jump, send } from './call-screen.ts'

const onTheLine = (name: string) =>
  page.getByRole('group', { name: 'On the line' }).getByRole('button', { name })
const say = page.getByRole('region', { name: /^Say/ })
const note = page.getByRole('textbox', { name: /^Who is calling/ })
const toReadBack = async (reasonKeys: string): Promise<void> => {
  await page.getByLabelText('PlanId of plan 1').fill('ACME401K')
  await userEvent.keyboard('{Escape}{Enter}')
  await expect.element(heading('Reason')).toBeVisible()
  await userEvent.keyboard(reasonKeys)
  await expect.element(send).toBeVisible()
}

describe('a call after a death', () => {
  test('begins at the caller, asks no questions, needs to know who calls, and claims no checks', async () => {
    const { bridge } = await desk()
    await typeCaller()
    await onTheLine('The participant has died').click()
    await expect.element(say).toMatchTextContent(/I am very sorry for your loss/)
    await jump(2)
    await expect.element(say).toMatchTextContent(/how you are related to Maria Alvarez/)
    await expect.element(note).toHaveFocus()
    expect(page.getByRole('listbox', { name: /checks/i }).elements()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Who is calling needs a note.')
    await userEvent.keyboard('Rosa Alvarez, widow, 555-0100{Enter}')
    await expect.element(heading('Plans')).toBeVisible()
    await toReadBack('{Enter}')
    await expect.element(say).toMatchTextContent(/I have noted that Maria Alvarez has died/)
    expect(bridge.asked('submission.review')).toMatchObject([
      {
        draft: {
          reason: 'Deceased',
          call: {
            caller: 'survivor',
            checksPassed: [],
            reasonCode: 'deceased',
            note: 'Rosa Alvarez, widow, 555-0100',
          },
        },
      },
    ])
  })

  test('that comes up only with the reason ends the checks, and another reason asks for them again', async () => {
    const { bridge } = await desk()
    await typeCaller()
    await identify()
    await page.getByLabelText('PlanId of plan 1').fill('ACME401K')
    await userEvent.keyboard('{Escape}{Enter}8')
    await page.getByLabelText('Note').fill('Rosa, widow')
    await userEvent.keyboard('{Enter}')
    await expect.element(send).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      { draft: { call: { caller: 'survivor', checksPassed: [] } } },
    ])
    await jump(4)
    await page.getByRole('option', { name: 'Fee too high' }).click()
    await jump(5)
    await expect.element(heading('Identify')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/3 more checks must pass/)
  })
})

test('a call on behalf of somebody needs the checks and who calls, and never thanks the participant', async () => {
  const { bridge } = await desk()
  await onTheLine('Somebody for them').click()
  await typeCaller()
  await jump(2)
  await expect.element(say).toMatchTextContent(/that you may act for Maria Alvarez/)
  await userEvent.keyboard('123')
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('Luis, power of attorney{Enter}')
  await expect.element(heading('Plans')).toBeVisible()
  await toReadBack('2')
  await expect.element(say).toMatchTextContent(/on behalf of Maria Alvarez/)
  expect(bridge.asked('submission.review')).toMatchObject([
    {
      draft: {
        call: {
          caller: 'onBehalf',
          checksPassed: ['birth', 'ssn4', 'address'],
          note: 'Luis, power of attorney',
        },
      },
    },
  ])
})

test('who is on the line stays if the participant is filled in from an earlier call, and a change of it ends the checks', async () => {
  await desk()
  await typeCaller()
  await identify()
  await jump(1)
  await onTheLine('Somebody for them').click()
  await expect.element(page.getByRole('button', { name: /^Identify/ })).toMatchTextContent(/0 of 3/)
})
