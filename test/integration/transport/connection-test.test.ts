import { afterEach, describe, expect, it } from 'vitest'
import { testConnection } from '#electron/core/express/connection-test.ts'
import { endExpressHouses, openExpressHouse as setUp } from '#test/support/worlds/express-house.ts'
import { answerJson, refusedUrl } from '#test/support/servers/loopback-server.ts'

afterEach(endExpressHouses)

describe('the connection test', () => {
  const outcomes = (test: Awaited<ReturnType<typeof testConnection>>): string =>
    test.steps.map((step) => step.outcome).join(' ')
  const quiet = (): void => undefined

  it('passes all steps in order', async () => {
    const { needs, seen } = await setUp((response) => response.end('{}'))
    const told: string[] = []
    const test = await testConnection(needs, 'uat', (name) => told.push(name))
    expect(outcomes(test)).toBe('passed passed passed passed passed')
    expect(test.ok).toBe(true)
    expect(told).toHaveLength(5)
    expect(seen.map((call) => call.path)).toEqual(['/rm/v1/express/forecast/caseinformation'])
  })

  it('stops at once if the environment’s address changes between two steps', async () => {
    const { needs, seen } = await setUp((response) => response.end('{}'))
    const why = { code: 'environment.other', message: 'It was changed.' } as const
    const names = ['Address', 'Service reachable', 'Credentials', 'Access token', 'A harmless call']
    for (const [index, moved] of names.entries()) {
      let now = ''
      const sent = { probes: 0, tokens: 0, calls: seen.length }
      const watched = {
        ...needs,
        whyNot: () => (now === moved ? why : null),
        traffic: {
          send: (...values: Parameters<typeof needs.traffic.send>) => (
            (sent.probes += 1),
            needs.traffic.send(...values)
          ),
        },
        tokens: {
          ...needs.tokens,
          renew: (...values: Parameters<typeof needs.tokens.renew>) => (
            (sent.tokens += 1),
            needs.tokens.renew(...values)
          ),
        },
      }
      const test = await testConnection(watched, 'uat', (name) => (now = name))
      expect(test.steps[index]).toEqual({
        name: moved,
        outcome: 'failed',
        detail: 'It was changed.',
      })
      expect([sent.probes, sent.tokens, seen.length - sent.calls]).toEqual([
        index > 1 ? 1 : 0,
        index > 3 ? 1 : 0,
        0,
      ])
    }
  })

  it('stops at the first step that fails', async () => {
    const refused = await setUp(() => undefined, { baseUrl: await refusedUrl() })
    expect(outcomes(await testConnection(refused.needs, 'uat', quiet))).toBe(
      'passed failed notRun notRun notRun',
    )
    const nobody = await setUp(() => undefined, { credentials: null })
    expect(outcomes(await testConnection(nobody.needs, 'uat', quiet))).toBe(
      'passed passed failed notRun notRun',
    )
    const wrong = await setUp((response) => answerJson(response, 404, {}))
    expect(outcomes(await testConnection(wrong.needs, 'uat', quiet))).toBe(
      'passed passed passed passed failed',
    )
    const bad = await setUp(() => undefined, { baseUrl: 'http://uat.example.com' })
    expect(outcomes(await testConnection(bad.needs, 'uat', quiet))).toBe(
      'failed notRun notRun notRun notRun',
    )
  })
})
