import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const fingerprint = Array.from({ length: 32 }, (_, at) => (at + 160).toString(16).toUpperCase())

test('a certificate’s fingerprint stays within its box in the smallest window', async () => {
  await page.viewport(1024, 700)
  const network = {
    ways: ['direct'],
    source: 'environment' as const,
    proxy: { asking: '', storedFor: '', stored: 'none' as const },
    ignoredVariables: ['SSL_CERT_FILE'],
    roots: [
      {
        subject: 'Inspection authority of a network department',
        issuer: 'Inspection authority of a network department',
        validTo: '2030-01-01T00:00:00.000Z',
        expired: false,
        fingerprint: fingerprint.join(':'),
        standing: 'outside' as const,
      },
    ],
  }
  await renderApp(createScriptedWorld({ 'network.get': () => ok(network) }), '/settings')
  const box = page.getByRole('region', { name: 'Certificate authorities' })
  await expect.element(box.getByText('SHA-256 fingerprint')).toBeVisible()
  const edge = box.element().getBoundingClientRect().right
  const groups = box.getByText(/^[0-9A-F]{4}\s*$/).elements()
  expect(groups).toHaveLength(16)
  for (const group of groups) expect(group.getBoundingClientRect().right).toBeLessThan(edge)
})
