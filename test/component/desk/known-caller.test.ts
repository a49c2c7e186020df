import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import type { PlanEntry } from '#shared/environments/plan-directory.ts'
import { ok } from '#shared/result.ts'
import { callByHand, heading, typeCaller, useOpenClient } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { aDeskConfig, createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import type { Scripts } from '#test/support/doubles/scripted-bridge.ts'

/**
 * Tests the desk's suggestions, which are the open participant, participants from earlier receipts,
 * and plans.
 */

const review = aReview()
const training = review.environment
const earlier = (over: Partial<EarlierRequest> = {}): EarlierRequest => ({
  receiptId: 'r-0',
  receiptNumber: 'GP-20261101-ABCDEF',
  operation: 'enroll',
  outcome: 'accepted',
  standing: null,
  settled: null,
  sentAt: '2026-11-01T10:00:00.000Z',
  participantId: 'P-100482',
  name: 'Maria Alvarez',
  firstName: 'Maria',
  lastName: 'Alvarez',
  plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: 'ManagedAccounts' }],
  environment: training,
  ...over,
})
const plan = (planId: string, planType: string, name = ''): PlanEntry => ({
  planId,
  planType,
  name,
  source: 'imported',
})
const number = page.getByLabelText('ParticipantId')
const offer = page.getByRole('listbox', { name: 'Participants known here' })
const planId = page.getByLabelText('PlanId of plan 1')
const planType = page.getByLabelText('PlanType of plan 1')

const desk = async (scripts: Scripts = {}) => {
  const bridge = createScriptedWorld({ 'submission.review': () => ok(review), ...scripts })
  const app = await renderApp(bridge, '/opt-out')
  await expect.element(number).toHaveFocus()
  return { bridge, ...app }
}
const openMaria = async (
  router: Awaited<ReturnType<typeof renderApp>>['router'],
): Promise<void> => {
  await router.push('/advise')
  await page
    .getByRole('button', { name: /Maria Alvarez/ })
    .first()
    .click()
  await expect.element(page.getByRole('heading', { name: 'Maria Alvarez' })).toBeVisible()
  await router.push('/opt-out')
}
const toPlans = async (): Promise<void> => {
  await expect.element(heading('Identify')).toBeVisible()
  await userEvent.keyboard('123')
  await expect.element(heading('Plans')).toBeVisible()
}

describe('the open participant', () => {
  test('is offered but not filled in, and the desk opens empty with the focus on ParticipantId', async () => {
    const { router } = await desk()
    await openMaria(router)
    await expect.element(number).toHaveFocus()
    await expect.element(number).toHaveValue('')
    await expect
      .element(page.getByRole('button', { name: 'Use Maria Alvarez, P-100482' }))
      .toBeVisible()
    await useOpenClient()
    await expect.element(page.getByLabelText('Last name')).toHaveValue('Alvarez')
    await page.getByRole('button', { name: 'Clear for another caller' }).click()
    await expect.element(number).toHaveFocus()
    await expect.element(number).toHaveValue('')
    await expect.element(page.getByRole('button', { name: /^Use Maria/ })).toBeVisible()
  })

  test('is filled in by Enter if nothing has been typed, but not by a second Enter after a call about the same participant', async () => {
    const { router } = await desk()
    await openMaria(router)
    await expect.element(number).toHaveFocus()
    const button = page.getByRole('button', { name: 'Use Maria Alvarez, P-100482' })
    await expect.element(button).toMatchTextContent(/Enter$/)
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Identify')).toBeVisible()
    await expect.element(page.getByText('Maria Alvarez', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Caller/ }).click()
    await page.getByRole('button', { name: 'Clear for another caller' }).click()
    await expect.element(button).not.toMatchTextContent(/Enter$/)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The ParticipantId is needed.').first()).toBeVisible()
    await expect.element(number).toHaveValue('')
  })

  test('is not filled in by Enter once something else is typed', async () => {
    const { router } = await desk()
    await openMaria(router)
    await page.getByLabelText('Last name').fill('Somebody')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The ParticipantId is needed.').first()).toBeVisible()
    await expect.element(number).toHaveValue('')
  })

  test('is filled in by the arrow key and Enter, or by typing the ParticipantId', async () => {
    const { router } = await desk()
    await openMaria(router)
    await expect.element(number).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/Maria Alvarez.*P-100482/)
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Identify')).toBeVisible()
    await expect.element(page.getByText('Maria Alvarez', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Caller/ }).click()
    await page.getByRole('button', { name: 'Clear for another caller' }).click()
    await userEvent.keyboard('p-100482{Enter}')
    await toPlans()
    await expect.element(page.getByRole('option', { name: /ACME457/ })).toBeVisible()
  })
})

test('an open participant without an id or a name is offered without repeating the same words', async () => {
  const { bridge, router } = await desk()
  const openAs = async (over: Parameters<typeof aProfile>[0]): Promise<void> => {
    bridge.script({
      'participant.open': () =>
        ok(anOpened({ handle: crypto.randomUUID(), participants: [aProfile(over)] })),
    })
    await router.push('/advise')
    await page
      .getByRole('button', { name: /Maria Alvarez/ })
      .first()
      .click()
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
    await router.push('/opt-out')
    await expect.element(number).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
  }
  await openAs({ userId: '' })
  await expect
    .element(page.getByRole('button', { name: 'Use Maria Alvarez', exact: true }))
    .toBeVisible()
  await expect
    .element(offer.getByRole('option').first())
    .toMatchTextContent(/^Maria Alvarez\s*open now$/)
  await openAs({ firstName: '', lastName: '' })
  await expect
    .element(page.getByRole('button', { name: 'Use P-100482', exact: true }))
    .toBeVisible()
  await expect
    .element(offer.getByRole('option').first())
    .toMatchTextContent(/^P-100482\s*open now$/)
})

describe('a participant from an earlier receipt', () => {
  test('is found by ParticipantId, with name and plans, and a single plan is filled in', async () => {
    const { bridge } = await desk({ 'desk.earlier': () => ok([earlier()]) })
    await userEvent.keyboard('P-100482{Enter}')
    await toPlans()
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/ACME401K.*401K.*Enrolled/)
    await userEvent.keyboard('{Enter}2')
    await expect.element(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      {
        draft: {
          participantId: 'P-100482',
          firstName: 'Maria',
          lastName: 'Alvarez',
          optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
        },
      },
    ])
  })

  test('is offered while the ParticipantId is typed', async () => {
    await desk({
      'desk.earlier': () =>
        ok([
          earlier(),
          earlier({ participantId: 'P-100483', firstName: 'Zoë', lastName: 'Quill' }),
        ]),
    })
    await userEvent.keyboard('P-1004')
    await expect.element(offer.getByRole('option', { name: /Zoë Quill/ })).toBeVisible()
    await expect.element(number).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(offer).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(heading('Identify')).toBeVisible()
    await expect.element(page.getByText('Zoë Quill', { exact: true })).toBeVisible()
    await expect.element(page.getByText('P-100483', { exact: true }).first()).toBeVisible()
  })

  test('has no plan filled in after an earlier opt-out, and the plan shows that opt-out', async () => {
    await desk({
      'desk.earlier': () => ok([earlier({ operation: 'optout', standing: 'done' }), earlier()]),
    })
    await userEvent.keyboard('P-100482{Enter}')
    await toPlans()
    await expect
      .element(page.getByRole('option', { name: /ACME401K/ }))
      .toMatchTextContent(/Opted out/)
    expect(page.getByRole('option', { selected: true }).elements()).toHaveLength(0)
  })

  test('is shown with the plan that was implemented', async () => {
    await desk({ 'desk.earlier': () => ok([earlier({ operation: 'implement' })]) })
    await userEvent.keyboard('P-100482{Enter}')
    await toPlans()
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/ACME401K.*Implemented/)
  })

  test.each([
    ['was never sent', earlier({ outcome: 'notSent' })],
    [
      'is of the same environment at another address',
      earlier({ environment: { ...training, place: 'place-of-before' } }),
    ],
    [
      'is of another environment',
      earlier({ environment: { id: 'uat', name: 'UAT', kind: 'uat' } }),
    ],
  ])('is not found through a receipt that %s', async (_why, request) => {
    await desk({ 'desk.earlier': () => ok([request]) })
    await userEvent.keyboard('P-100482{Enter}')
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/first name and last name are needed/)
    await expect.element(page.getByLabelText('First name')).toHaveFocus()
  })

  test.each<[what: string, over: Partial<EarlierRequest>, words: RegExp, isChosen: boolean]>([
    ['in doubt', { outcome: 'inDoubt', standing: 'inDoubt' }, /Opt out: in doubt Nov 1/, false],
    ['declined', { outcome: 'declined', standing: 'declined' }, /Opt out: declined Nov 1/, true],
    ['rejected', { outcome: 'rejected', standing: 'rejected' }, /Opt out: rejected Nov 1/, true],
    ['already out', { outcome: 'declined', standing: 'alreadyOut' }, /Opt out: already out/, false],
    ['not enrolled', { outcome: 'declined', standing: 'notEnrolled' }, /not enrolled Nov 1/, true],
  ])(
    'who comes back after one %s is recognized, with name and plan',
    async (_what, over, words, isChosen) => {
      await desk({ 'desk.earlier': () => ok([earlier({ operation: 'optout', ...over })]) })
      await userEvent.keyboard('P-100482{Enter}')
      await toPlans()
      const option = page.getByRole('option', { name: /ACME401K/ })
      await expect.element(option).toMatchTextContent(words)
      await expect.element(option).toHaveAttribute('aria-selected', String(isChosen))
    },
  )

  test('with one name is recognized, and an opt-out counts before a later refusal', async () => {
    const mono = {
      firstName: '',
      lastName: 'Suharto',
      name: 'Suharto',
      operation: 'optout',
    } as const
    await desk({
      'desk.earlier': () =>
        ok([
          earlier({ ...mono, outcome: 'rejected', standing: 'rejected' }),
          earlier({ ...mono, standing: 'done' }),
        ]),
    })
    await userEvent.keyboard('P-100482{Enter}')
    await toPlans()
    await expect.element(page.getByText('Suharto', { exact: true }).first()).toBeVisible()
    await expect
      .element(page.getByRole('option', { name: /ACME401K/ }))
      .toMatchTextContent(/Opted out Nov 1/)
  })

  test('marks a plan of the open file that was opted out, and a plan added by hand has the focus', async () => {
    const { router } = await desk({
      'desk.earlier': () => ok([earlier({ operation: 'optout', standing: 'done' })]),
    })
    await openMaria(router)
    await useOpenClient()
    await expect.element(page.getByText(/1 earlier request/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await toPlans()
    await expect
      .element(page.getByRole('option', { name: /ACME401K/ }))
      .toMatchTextContent(/Opted out Nov 1/)
    await page.getByRole('button', { name: 'A plan that is not listed' }).click()
    await expect.element(planId).toHaveFocus()
    await page.getByRole('button', { name: 'Add plan' }).click()
    await expect.element(page.getByLabelText('PlanId of plan 2')).toHaveFocus()
  })

  test('does not supply plans for a caller with another last name', async () => {
    await desk({ 'desk.earlier': () => ok([earlier({ lastName: 'Okafor' })]) })
    await typeCaller()
    await userEvent.keyboard('{Enter}')
    await toPlans()
    await expect.element(planId).toHaveValue('')
  })
})

describe('a plan from the directory', () => {
  const plans = [
    plan('ACME401K', '401K', 'Acme Tools'),
    plan('BAKERS403B', '403B', 'Bakers United'),
    plan('ZETA-1', 'ESOP', 'Zeta'),
  ]
  const atPlans = async (): Promise<void> => {
    await typeCaller()
    await userEvent.keyboard('{Enter}')
    await toPlans()
    await expect.element(planId).toHaveFocus()
  }

  test('is found by name and accepted with its type by Enter; a second Enter continues', async () => {
    const { bridge } = await desk({ 'plans.list': () => ok(plans) })
    await atPlans()
    await userEvent.keyboard('bakers u')
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/BAKERS403B.*403B · Bakers United/)
    await userEvent.keyboard('{Enter}')
    await expect.element(planId).toHaveValue('BAKERS403B')
    await expect.element(planType).toHaveValue('403B')
    await userEvent.keyboard('{Enter}2')
    await expect.element(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible()
    expect(bridge.asked('submission.review')).toMatchObject([
      { draft: { optoutInfo: [{ PlanId: 'BAKERS403B', PlanType: '403B' }] } },
    ])
  })

  test('sets its type when its id is typed in full, and the type can be changed', async () => {
    await desk({ 'plans.list': () => ok(plans) })
    await atPlans()
    await userEvent.keyboard('zeta-1{Tab}')
    await expect.element(planType).toHaveValue('ESOP')
    await planId.fill('ACME')
    await userEvent.keyboard('{Escape}{Enter}')
    await expect.element(heading('Reason')).toBeVisible()
    await page.getByRole('button', { name: /^Plans/ }).click()
    await expect.element(planId).toHaveValue('ACME')
  })

  test('is rendered only while visible, and arrow keys reach the last of ten thousand plans', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      plan(`PLAN${String(at).padStart(5, '0')}`, '401K', `Sponsor ${at}`),
    )
    await desk({ 'plans.list': () => ok(many) })
    await atPlans()
    await userEvent.keyboard('{ArrowUp}')
    const last = page.getByRole('option', { selected: true })
    await expect.element(last).toMatchTextContent(/PLAN09999/)
    await expect.element(last).toHaveAttribute('aria-setsize', '10000')
    await expect.element(planId).toHaveAttribute('aria-activedescendant', last.element().id)
    expect(page.getByRole('option').elements().length).toBeLessThan(60)
    await userEvent.keyboard('sponsor 4321{Enter}')
    await expect.element(planId).toHaveValue('PLAN04321')
  })
})

test('the notice that the environment changed disappears after another change or the next read-back', async () => {
  const { bridge } = await desk()
  const use = async (name: RegExp): Promise<void> => {
    await page.getByRole('button', { name: /^Environment/ }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
  }
  const notice = page.getByText(/^The environment is now/)
  const gone = () => expect.poll(() => notice.elements()).toHaveLength(0)
  bridge.script({ 'desk.config.get': ({ environmentId }) => ok(aDeskConfig({ environmentId })) })
  await callByHand()
  await expect.element(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible()
  await use(/Acme/)
  await expect.element(notice.first()).toMatchTextContent(/now Acme/)
  await use(/Training/)
  await gone()
  await use(/Acme/)
  await userEvent.keyboard('{Control>}{Shift>}[Digit5]{/Shift}{/Control}')
  await expect.element(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible()
  await gone()
})
