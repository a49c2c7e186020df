import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import { ok } from '#shared/result.ts'
import { callByHand, heading, identify, typeCaller } from '#test/support/screens/desk-call.ts'
import { anAccount, anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { aDeskConfig } from '#test/support/samples/scripted-world.ts'
import { desk, earlier, jump, plansOfOpenParticipant, send } from './call-screen.ts'

describe('a call at the desk:', () => {
  test('visiting another screen loses nothing', async () => {
    const { router } = await desk()
    await typeCaller()
    await identify()
    await page.getByLabelText('PlanId of plan 1').fill('ACME401K')
    await router.push('/saved-results')
    await expect.element(page.getByRole('heading', { name: 'Saved results' })).toBeVisible()
    await router.push('/opt-out')
    await expect.element(heading('Plans')).toBeVisible()
    await expect.element(page.getByLabelText('PlanId of plan 1')).toHaveValue('ACME401K')
    await jump(1)
    await expect.element(page.getByLabelText('Last name')).toHaveValue('Alvarez')
  })

  test('earlier requests appear once typing of the ParticipantId pauses', async () => {
    const { bridge } = await desk()
    bridge.script({ 'desk.earlier': () => ok([earlier]) })
    await page.getByLabelText('ParticipantId').click()
    await userEvent.keyboard('P-100482')
    const region = page.getByRole('region', { name: 'Earlier requests' })
    await expect
      .element(region.getByRole('status'))
      .toMatchTextContent(/1 earlier request.*in doubt/)
    await expect
      .element(region.getByRole('link', { name: 'Opt out: in doubt' }))
      .toHaveAttribute('href', '#/saved-results/r-0')
    await expect.element(page.getByText('Earlier one in doubt')).toBeVisible()
    expect(bridge.asked('desk.earlier').at(-1)).toEqual({ participantId: 'P-100482' })
    expect(bridge.asked('desk.earlier').length).toBeLessThan('P-100482'.length)
  })

  test('an earlier request that has been settled is no longer shown as in doubt', async () => {
    const { bridge } = await desk()
    bridge.script({ 'desk.earlier': () => ok([earlier]) })
    await page.getByLabelText('ParticipantId').fill('P-100482')
    await expect.element(page.getByText('Earlier one in doubt')).toBeVisible()
    bridge.script({
      'desk.earlier': () => ok([{ ...earlier, outcome: 'accepted', standing: 'done' }]),
    })
    bridge.emit('records.changed', {})
    await expect.element(page.getByText('Earlier one in doubt')).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Opt out: opted out' })).toBeVisible()
  })

  test('choosing another environment withdraws the read-back and shows the scripts of that environment', async () => {
    const { bridge } = await desk()
    const texts = { ...defaultTexts, checksNeeded: 0 }
    await callByHand()
    await expect.element(send).toBeVisible()
    bridge.script({
      'desk.config.get': ({ environmentId }) =>
        ok(aDeskConfig({ environmentId, version: 3, texts })),
    })
    await page.getByRole('button', { name: /^Environment/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /Acme/ }).click()
    await expect.element(heading('Reason')).toBeVisible()
    await expect.element(page.getByText('version 3')).toBeVisible()
    expect(bridge.asked('submission.discard')).toEqual([{ submissionId: 'review-1' }])
  })

  test('a participant’s only plan is filled in even if it is inactive, and its status is shown', async () => {
    const { bridge } = await desk()
    const accounts = [anAccount({ status: 'Terminated' })]
    bridge.script({
      'participant.open': () => ok(anOpened({ participants: [aProfile({ accounts })] })),
    })
    await plansOfOpenParticipant()
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/ACME401K.*Terminated/)
    await userEvent.keyboard('{Enter}1')
    await expect.element(send).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      { draft: { optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }] } },
    ])
  })

  test('an empty plan row asks for its PlanId', async () => {
    await desk()
    await typeCaller()
    await identify()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Enter the PlanId.')
    const field = page.getByLabelText('PlanId of plan 1')
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('ACME401K')
    await expect.element(field).toHaveAttribute('aria-invalid', 'false')
  })

  test('none of several plans is filled in', async () => {
    const { bridge } = await desk()
    bridge.script({ 'participant.open': () => ok(anOpened()) })
    await plansOfOpenParticipant()
    expect(page.getByRole('option', { selected: true }).elements()).toHaveLength(0)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Choose at least one plan/)
    await page.getByRole('button', { name: 'A plan that is not listed' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Enter the PlanId.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByLabelText('PlanId of plan 1')).toHaveFocus()
    await page.getByRole('checkbox', { name: 'Include plan 1' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Choose at least one plan/)
    page.getByRole('listbox', { name: 'Plans to opt out of' }).element().focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(page.getByRole('option', { selected: true }).elements()).toHaveLength(2)
    await userEvent.keyboard('2{Enter}1')
    await expect.element(send).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      { draft: { optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }] } },
    ])
  })
})
