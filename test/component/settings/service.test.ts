import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ForecastResult from '#renderer/workspace/result/forecast-result.vue'
import ReviewPanel from '#renderer/workspace/submission/review-panel.vue'
import type { TrafficEntry } from '#shared/http/traffic.ts'
import type { RootStanding } from '#shared/environments/network.ts'
import { ok } from '#shared/result.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import {
  aNetwork,
  anotherEnvironment,
  createScriptedWorld,
} from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../forecast/sample-saved.ts'

const uat = page.getByRole('article', { name: 'Acme 401(k) UAT' })

const aCall = (index: number, over: Partial<TrafficEntry> = {}): TrafficEntry => ({
  id: `call-${index}`,
  at: new Date(Date.UTC(2026, 10, 20, 14, 0, index)).toISOString(),
  environment: { id: 'uat', name: 'Acme 401(k) UAT' },
  operation: 'forecast',
  url: 'https://uat.express.example.com/rm/v1/express/forecast',
  attempt: 1,
  outcome: 'answered',
  status: 200,
  durationMs: 812.4,
  requestBytes: 18_204,
  responseBytes: 412_000,
  ...over,
})

describe('SID and Cookie', () => {
  test('are sent to main once and never returned to the page', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await uat.getByRole('button', { name: 'Enter SID and Cookie' }).click()
    await page.getByLabelText('SID', { exact: true }).fill('sid-value')
    await page.getByLabelText('Cookie', { exact: true }).fill('cookie-value')
    await page.getByLabelText('Recordkeeper address (TransURL)').fill('https://rk.example/receive')
    await page.getByRole('button', { name: 'Save SID and Cookie' }).click()
    await expect.element(uat.getByText('Stored in the system keychain')).toBeVisible()
    expect(bridge.asked('credentials.saveTransaction')).toEqual([
      {
        to: { environmentId: 'uat', place: 'place-of-uat', name: 'Acme 401(k) UAT' },
        sid: 'sid-value',
        cookie: 'cookie-value',
        transUrl: 'https://rk.example/receive',
      },
    ])
    await uat.getByRole('button', { name: 'Replace SID and Cookie' }).click()
    await expect.element(page.getByLabelText('SID', { exact: true })).toHaveValue('')
    expect(document.documentElement.outerHTML).not.toMatch(/sid-value|cookie-value/)
    await uat.getByRole('button', { name: 'Forget SID and Cookie' }).click()
    await expect.element(uat.getByText(/^None – needed only/)).toBeVisible()
  })

  test('are reported in the review if they are missing', async () => {
    await renderPart(ReviewPanel, createScriptedWorld(), {
      review: {
        submissionId: 's',
        operation: 'optout',
        environment: { id: 'uat', name: 'UAT', kind: 'uat' },
        url: 'https://uat.example',
        subject: { participantId: 'P', name: 'Ada Byron' },
        plans: [],
        fields: [],
        sent: [],
        unusual: [],
        bodyPreview: '{}',
        bodyBytes: 2,
        bodySha256: '',
        warnings: ['The recordkeeper’s address is sent without SID and Cookie.'],
        earlier: null,
        changes: { kind: 'noForecast' },
      },
      sending: false,
      problem: null,
    })
    await expect
      .element(page.getByText('The recordkeeper’s address is sent without SID and Cookie.'))
      .toBeVisible()
  })
})

test('if the service gave a token no lifetime, the settings say so beside the token', async () => {
  const remark =
    'The service says that this token is over at once (0 seconds), so each call asks for a new one.'
  const token = { kind: 'expired', validUntil: '2026-11-20T12:00:00.000Z', remark } as const
  await renderApp(
    createScriptedWorld({ 'environments.list': () => ok([anotherEnvironment({ token })]) }),
    '/settings',
  )
  await expect.element(uat.getByText(remark)).toBeVisible()
})

describe('an environment’s limits', () => {
  test('are checked while typed, saved if changed, and can be restored', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await uat.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabelText('Calls at once').fill('40')
    await page.getByRole('button', { name: 'Save environment' }).click()
    expect(bridge.asked('environments.save')).toEqual([])
    await page.getByLabelText('Calls at once').fill('2')
    await page.getByLabelText('Whole call').fill('60')
    await expect
      .element(page.getByText('A whole call cannot have less time than its parts.'))
      .toBeVisible()
    await page.getByLabelText('First answer').fill('45')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(bridge.asked('environments.save')).toMatchObject([
      {
        id: 'uat',
        limits: { connectSeconds: 10, headersSeconds: 45, totalSeconds: 60, callsAtOnce: 2 },
      },
    ])
    await uat.getByRole('button', { name: 'Edit' }).click()
    await expect.element(page.getByLabelText('Calls at once')).toHaveValue('2')
  })
})

test('the settings show when the token ends and when it is renewed', async () => {
  await renderApp(createScriptedWorld(), '/settings')
  await expect.element(page.getByText(/valid for 23 h 4[12] min, until /)).toBeVisible()
  await expect.element(page.getByText('last renewed 18 minutes ago')).toBeVisible()
})

describe('service calls', () => {
  const calls = Array.from({ length: 200 }, (_, index) =>
    index % 5 === 0
      ? aCall(index, { operation: 'optout', outcome: 'lost', status: null, responseBytes: null })
      : aCall(index),
  )

  test('are explained while the list is empty', async () => {
    await renderApp(createScriptedWorld(), '/settings/traffic')
    await expect.element(page.getByText('No calls yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible()
  })

  test('are rendered only while visible, can be filtered, and can be opened', async () => {
    const bridge = createScriptedWorld({
      'traffic.list': () => ok(calls),
      'traffic.open': ({ id }) =>
        ok({
          ...aCall(0, { id }),
          remark: '',
          request: '{ "ParticipantXML": "[text, 9 characters]" }',
          response: '{}',
        }),
    })
    await renderApp(bridge, '/settings/traffic')
    await expect.element(page.getByText('200 calls', { exact: true })).toBeVisible()
    expect(page.getByRole('row').elements().length).toBeLessThan(60)
    await page.getByLabelText('Outcome').click()
    await page.getByRole('option', { name: 'No answer' }).click()
    await expect.element(page.getByText('40 calls', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Express Optout' }).first().click()
    await expect
      .element(page.getByText('{ "ParticipantXML": "[text, 9 characters]" }'))
      .toBeVisible()
    expect(bridge.asked('traffic.open')).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await page.getByLabelText('Operation').click()
    await page.getByRole('option', { name: 'Express Enroll' }).click()
    await page.getByRole('button', { name: 'Show all calls' }).click()
    await expect.element(page.getByText('200 calls', { exact: true })).toBeVisible()
  })

  test('appear as they are made, and a failed export is reported', async () => {
    const bridge = createScriptedWorld({
      'traffic.export': refusal({ code: 'internal', message: 'It broke.' }),
    })
    await renderApp(bridge, '/settings/traffic')
    await expect.element(page.getByText('No calls yet')).toBeVisible()
    bridge.script({ 'traffic.list': () => ok([aCall(1)]) })
    bridge.emit('traffic.changed', {})
    await expect.element(page.getByText('1 call', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Save support file' }).click()
    await expect.element(page.getByText('It broke.')).toBeVisible()
  })
})

describe('the network settings:', () => {
  const asking = aNetwork({
    ways: ['proxy.office.example:8080', 'direct'],
    proxy: { asking: 'proxy.office.example:8080', storedFor: '', stored: 'none' },
  })

  test('a proxy that requires a sign-in is identified, and the sign-in is sent to main once', async () => {
    const bridge = createScriptedWorld({
      'network.get': () => ok(asking),
      'network.saveProxyCredentials': ({ proxy }) =>
        ok(
          aNetwork({
            ways: asking.ways,
            proxy: { asking: '', storedFor: proxy, stored: 'keychain' },
          }),
        ),
    })
    await renderApp(bridge, '/settings')
    await expect.element(page.getByText(/asks for a user name and password/)).toBeVisible()
    await expect
      .element(page.getByText(/Through proxy.office.example:8080, else straight to Training\./))
      .toBeVisible()
    await page.getByRole('button', { name: 'Enter proxy sign-in' }).click()
    await page.getByLabelText('User name').fill('ada')
    await page.getByLabelText('Password').fill('pr0xy-secret')
    await page.getByRole('button', { name: 'Save sign-in' }).click()
    await expect
      .element(page.getByText('For proxy.office.example:8080, in the system keychain'))
      .toBeVisible()
    expect(bridge.asked('network.saveProxyCredentials')).toEqual([
      { proxy: 'proxy.office.example:8080', user: 'ada', password: 'pr0xy-secret' },
    ])
    expect(document.documentElement.outerHTML).not.toContain('pr0xy-secret')
  })

  test('unusable certificates stay in the field, and the reason is shown', async () => {
    const bridge = createScriptedWorld({
      'network.addRoots': refusal({
        code: 'input.invalid',
        message: 'There is no certificate in it.',
      }),
    })
    await renderApp(bridge, '/settings')
    await page.getByRole('button', { name: 'Add certificate authorities' }).click()
    await page.getByLabelText('Certificates in PEM form').fill('hello')
    await page.getByRole('button', { name: 'Add these' }).click()
    await expect.element(page.getByText('There is no certificate in it.')).toBeVisible()
    await expect.element(page.getByLabelText('Certificates in PEM form')).toHaveValue('hello')
  })
})

describe('certificate authorities:', () => {
  const root = {
    subject: 'Office inspection',
    issuer: 'Office inspection',
    validTo: '2031-05-01T00:00:00.000Z',
    expired: false,
    fingerprint: Array.from({ length: 32 }, (_, index) =>
      index.toString(16).padStart(2, '0').toUpperCase(),
    ).join(':'),
  }
  const listed = (standing: RootStanding) => aNetwork({ roots: [{ ...root, standing }] })
  const sentence = {
    offered: /^Compare its fingerprint/,
    outside: /^It was added outside Glidepath/,
    unread: /^The system keychain, which keeps/,
  }

  test('an added authority is trusted only after its fingerprint is confirmed', async () => {
    const bridge = createScriptedWorld({
      'network.addRoots': () => ok(listed('offered')),
      'network.confirmRoot': () => ok(listed('confirmed')),
    })
    await renderApp(bridge, '/settings')
    await page.getByRole('button', { name: 'Add certificate authorities' }).click()
    await page.getByLabelText('Certificates in PEM form').fill('-----BEGIN CERTIFICATE-----')
    await page.getByRole('button', { name: 'Add these' }).click()
    await expect.element(page.getByText('Not trusted yet')).toBeVisible()
    await expect.element(page.getByText('0001 0203 0405', { exact: false })).toBeVisible()
    const trust = page.getByRole('button', { name: 'Trust Office inspection' })
    await expect.element(trust).toBeDisabled()
    await page.getByRole('checkbox', { name: 'The fingerprint is the one I was given' }).click()
    await trust.click()
    await expect.element(page.getByText('Trusted', { exact: true })).toBeVisible()
    expect(bridge.asked('network.confirmRoot')).toEqual([{ fingerprint: root.fingerprint }])
    expect(page.getByRole('checkbox', { name: /fingerprint/ }).elements()).toHaveLength(0)
  })

  test.each(['offered', 'outside', 'unread'] as const)(
    'an untrusted authority shows the reason (%s), and can be removed',
    async (standing) => {
      const bridge = createScriptedWorld({
        'network.get': () => ok(listed(standing)),
        'network.removeRoot': () => ok(aNetwork()),
      })
      await renderApp(bridge, '/settings')
      await expect.element(page.getByText(sentence[standing])).toBeVisible()
      await page.getByRole('button', { name: 'Remove Office inspection' }).click()
      await expect.element(page.getByText(/None\. The ones this computer trusts/)).toBeVisible()
      expect(bridge.asked('network.removeRoot')).toEqual([{ fingerprint: root.fingerprint }])
    },
  )

  test('an authority whose confirmation the keychain cannot save is reported, and stays untrusted', async () => {
    const bridge = createScriptedWorld({
      'network.get': () => ok(listed('outside')),
      'network.confirmRoot': refusal({
        code: 'keychain.locked',
        message: 'The keychain is locked.',
      }),
    })
    await renderApp(bridge, '/settings')
    await page.getByRole('checkbox', { name: 'The fingerprint is the one I was given' }).click()
    await page.getByRole('button', { name: 'Trust Office inspection' }).click()
    await expect.element(page.getByText('The keychain is locked.')).toBeVisible()
    await expect.element(page.getByText('Not trusted yet')).toBeVisible()
  })
})

describe('More from the service', () => {
  test('shows fields without a chart, by the service’s names, once opened', async () => {
    await renderPart(ForecastResult, createScriptedWorld({}), { saved: aSavedForecast() })
    await expect.element(page.getByText(/More from the service/)).toBeVisible()
    expect(page.getByText(/^Taxes, /).elements()).toHaveLength(0)
    await page.getByText(/More from the service/).click()
    await expect.element(page.getByText(/^Taxes, /).first()).toBeVisible()
  })

  test('offers to save a decoded text as a file', async () => {
    await renderPart(ForecastResult, createScriptedWorld({}), { saved: aSavedForecast() })
    await page.getByText('Communication XML', { exact: true }).first().click()
    const saved = new Promise<string>((resolve) => {
      document.addEventListener('click', (event) => {
        if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return
        event.preventDefault()
        resolve(event.target.download)
      })
    })
    await page.getByRole('button', { name: 'Save Communication XML' }).click()
    expect(await saved).toBe('communication.xml')
  })
})
