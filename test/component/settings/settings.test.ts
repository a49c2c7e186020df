import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const uat = page.getByRole('article', { name: 'Acme 401(k) UAT' })

describe('the settings:', () => {
  test('credentials are sent to main once and never returned to the page', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await uat.getByRole('button', { name: 'Enter credentials' }).click()
    await page.getByLabelText('Client id', { exact: true }).fill('acme')
    await page.getByLabelText('Client secret').fill('s3cr3t-value')
    await page.getByRole('button', { name: 'Save credentials' }).click()
    await expect.element(uat.getByText('Stored in the system keychain')).toBeVisible()
    expect(bridge.asked('credentials.save')).toEqual([
      {
        to: { environmentId: 'uat', place: 'place-of-uat', name: 'Acme 401(k) UAT' },
        credentials: { style: 'basic', clientId: 'acme', clientSecret: 's3cr3t-value' },
      },
    ])
    await uat.getByRole('button', { name: 'Replace' }).click()
    await expect.element(page.getByLabelText('Client secret')).toHaveValue('')
    expect(document.documentElement.outerHTML).not.toContain('s3cr3t-value')
  })

  test('a refused save keeps the input and shows the reason', async () => {
    const bridge = createScriptedWorld({
      'credentials.save': refusal({ code: 'keychain.locked', message: 'The keychain is locked.' }),
    })
    await renderApp(bridge, '/settings')
    await uat.getByRole('button', { name: 'Enter credentials' }).click()
    await page.getByLabelText('Client id', { exact: true }).fill('acme')
    await page.getByLabelText('Client secret').fill('typed')
    await page.getByRole('button', { name: 'Save credentials' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/The keychain is locked\./)
    await expect.element(page.getByLabelText('Client secret')).toHaveValue('typed')
  })

  test('an address without https is refused at its field, unless it is a loopback address', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByLabelText('Name').fill('Mine')
    await page.getByLabelText('ClientId').fill('C1')
    await page.getByLabelText('Base URL').fill('http://example.com')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect
      .element(page.getByText('The address must begin with https://', { exact: false }))
      .toBeVisible()
    expect(bridge.asked('environments.save')).toEqual([])
    await page.getByLabelText('Base URL').fill('http://127.0.0.1:8080')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect.element(page.getByRole('article', { name: 'Mine' })).toBeVisible()
    expect(bridge.asked('environments.save')).toEqual([
      {
        name: 'Mine',
        kind: 'uat',
        baseUrl: 'http://127.0.0.1:8080',
        clientId: 'C1',
        credentialStyle: 'basic',
      },
    ])
  })

  test('the option to send files with several participants is off by default, and is saved', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByLabelText('Name').fill('Mine')
    await page.getByLabelText('ClientId').fill('C1')
    await page.getByLabelText('Base URL').fill('https://mine.example')
    const several = page.getByRole('checkbox', {
      name: 'Its service takes files with several participants',
    })
    await expect.element(several).not.toBeChecked()
    await several.click()
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect.element(page.getByRole('article', { name: 'Mine' })).toBeVisible()
    expect(bridge.asked('environments.save')).toMatchObject([{ name: 'Mine', takesSeveral: true }])
    await page.getByRole('article', { name: 'Mine' }).getByRole('button', { name: 'Edit' }).click()
    await expect.element(several).toBeChecked()
    await several.click()
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect.poll(() => bridge.asked('environments.save')).toHaveLength(2)
    expect(bridge.asked('environments.save')[1]).not.toHaveProperty('takesSeveral')
  })

  test('the options that count certain answers as proof of a refusal are off by default, and are saved', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByLabelText('Name').fill('Mine')
    await page.getByLabelText('ClientId').fill('C1')
    await page.getByLabelText('Base URL').fill('https://mine.example')
    await page.getByText('Advanced', { exact: true }).click()
    const fault = page.getByRole('checkbox', { name: 'A gateway’s fault' })
    await expect.element(fault).not.toBeChecked()
    await fault.click()
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect.element(page.getByRole('article', { name: 'Mine' })).toBeVisible()
    expect(bridge.asked('environments.save')).toMatchObject([{ name: 'Mine', refusals: ['fault'] }])
    await page.getByRole('article', { name: 'Mine' }).getByRole('button', { name: 'Edit' }).click()
    await expect.element(fault).toBeChecked()
    await fault.click()
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect.poll(() => bridge.asked('environments.save')).toHaveLength(2)
    expect(bridge.asked('environments.save')[1]).not.toHaveProperty('refusals')
  })

  test('an empty or impossible price growth rate is reported at its field, even in a collapsed section', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByLabelText('Name').fill('Mine')
    await page.getByLabelText('ClientId').fill('C1')
    await page.getByLabelText('Base URL').fill('https://mine.example')
    const advanced = page.getByText('Advanced', { exact: true })
    await advanced.click()
    const growth = page.getByLabelText('Prices up to a claim, percent a year')
    const fault = page.getByText('Enter a percentage from 0 to 20.')
    const save = page.getByRole('button', { name: 'Save environment' })
    for (const typed of ['', '21']) {
      await growth.fill(typed)
      await advanced.click()
      await expect.element(fault).not.toBeVisible()
      await save.click()
      await expect.element(fault).toBeVisible()
    }
    expect(bridge.asked('environments.save')).toEqual([])
    await growth.fill('3')
    await save.click()
    await expect
      .poll(() => bridge.asked('environments.save'))
      .toMatchObject([{ readAs: { casePriceGrowth: 3 } }])
  })

  test('a connection test shows each step in words', async () => {
    await renderApp(createScriptedWorld(), '/settings')
    await page.getByRole('button', { name: 'Test connection to Acme 401(k) UAT' }).click()
    await expect.element(page.getByText('The connection does not work yet.')).toBeVisible()
    await expect.element(page.getByText('The service answered 401: invalid_client.')).toBeVisible()
    await expect.element(page.getByText('Not run')).toBeVisible()
  })

  test('the settings show how long the token is valid', async () => {
    await renderApp(createScriptedWorld(), '/settings')
    await expect.element(page.getByText(/valid for 23 h 4[12] min/)).toBeVisible()
  })
})
