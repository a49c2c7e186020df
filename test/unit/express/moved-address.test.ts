import { expect, test } from 'vitest'
import { createExpressClient } from '#electron/core/express/express-client.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
import { ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

const at = (baseUrl: string): Environment => ({
  id: 'uat',
  name: 'UAT',
  kind: 'uat',
  baseUrl,
  clientId: 'ACME',
  credentialStyle: 'form',
  place: baseUrl,
  managed: false,
  unavailable: '',
})

const before = 'https://before.example'
const after = 'https://after.example'

/**
 * A client whose environment gets another address at the given moment. Each token contains the
 * address that issued it.
 */
const client = (moveAt: 'token' | 'answer', status: number) => {
  let environment = at(before)
  const seen: HttpRequest[] = []
  const express = createExpressClient({
    clock: createManualClock(),
    random: () => 0.5,
    clean: async (text) => ok(text),
    environments: { use: async () => ok(environment) },
    tokens: {
      get: async () => {
        if (moveAt === 'token') environment = at(after)
        return ok(`token-of-${environment.baseUrl}`)
      },
      invalidate: () => undefined,
    },
    traffic: {
      send: async (request) => {
        seen.push(request)
        if (moveAt === 'answer') environment = at(after)
        return { ok: true, response: { status, headers: {}, text: '{"error":"invalid_token"}' } }
      },
    },
  })
  const moved = { code: 'environment.other', message: 'It was changed.' } as const
  return { express, seen, whyNot: () => (environment.place === before ? null : moved) }
}

const optout = {
  ClientId: 'ACME',
  ParticipantId: 'P-1',
  FirstName: 'Dana',
  LastName: 'Reyes',
  OptoutInfo: [{ PlanId: 'A', PlanType: '401K' }],
}
const caseInput = { ClientId: 'ACME', Salary: 1, RetirementAge: 67, DOB: '1981-04-02' }

test('a token from the new address is never sent to the previous address', async () => {
  for (const moveAt of ['token', 'answer'] as const) {
    const { express, seen, whyNot } = client(moveAt, 401)
    const sent = await express.submit('optout', 'uat', optout, {
      whyNot,
      onBeforeFirstByte: async () => ok(undefined),
    })
    expect(sent).toMatchObject(
      moveAt === 'token'
        ? { kind: 'notSent', error: { code: 'environment.other' } }
        : { kind: 'rejected', status: 401 },
    )
    const computing = client(moveAt, 503)
    const computed = await computing.express.compute('caseInformation', 'uat', caseInput, {
      whyNot: computing.whyNot,
    })
    expect(computed).toMatchObject({ ok: false, error: { code: 'environment.other' } })
    const all = [...seen, ...computing.seen]
    expect(
      all.filter(
        ({ url, headers }) => url.startsWith(before) && headers['authorization']?.includes(after),
      ),
    ).toEqual([])
    expect(all.length).toBe(moveAt === 'token' ? 0 : 2)
  }
})
