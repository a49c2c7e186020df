import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDesktop } from '../desktop-harness.ts'
import type { Desktop } from '../desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

let desktop: Desktop
beforeEach(async () => {
  desktop = await startDesktop()
})
afterEach(() => desktop.end())

const get = async (url: string, init?: RequestInit): Promise<Response> => {
  const handler = desktop.session.schemes.get('app')
  if (handler === undefined) throw new Error('app: is not served')
  return handler(new Request(url, init))
}

test('the page comes with a content security policy whose nonce is in the page and new each time', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const response = await get('app://glidepath/')
      expect(response.status).toBe(200)
      const nonce = /nonce="(.+)"/.exec(await response.text())?.[1] ?? ''
      expect(response.headers.get('content-security-policy')).toContain(
        `style-src 'self' 'nonce-${nonce}'`,
      )
      return nonce
    }),
  )
  expect(nonces[0]).toMatch(/^[\w+/]{22}==$/)
  expect(nonces[1]).not.toBe(nonces[0])
})

test('the content security policy allows no other origin, no inline script and no evaluation', async () => {
  const policy = (await get('app://glidepath/')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain(`script-src 'self';`)
  expect(policy).toContain(`connect-src 'self';`)
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
})

test('requests to other hosts or with other methods find nothing, but are also answered with the policy', async () => {
  const answers = [await get('app://other/'), await get('app://glidepath/', { method: 'POST' })]
  expect(answers.map(({ status }) => status)).toEqual([404, 405])
  for (const { headers } of answers)
    expect(headers.get('content-security-policy')).toContain(`script-src 'self';`)
})
