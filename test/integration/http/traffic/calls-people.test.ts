import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { type PersonSpec, writePersonXml } from '#electron/training/people/person-xml.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { specified } from '#test/operations/index.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import path from 'node:path'

/**
 * Sends invented people through the real core to a service that repeats their data in arbitrary
 * places of its answers.
 */

const seed = process.env['GLIDEPATH_SEED'] ?? String(Date.now() % 1_000_000)
const dataDir = path.join(temporaryFolder('calls-people'), 'data')
let house: RealCore
let uat: UatServer

beforeAll(async () => {
  mkdirSync(dataDir)
  uat = await startUatServer()
  house = await openRealCore(dataDir)
  const { id: environmentId } = await house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: uat.url,
    clientId: 'ACME',
    credentialStyle: 'form',
  })
  const credentials = { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' } as const
  await house.must('credentials.save', { environmentId, credentials })
  await house.must('environments.select', { environmentId })
}, 60_000)
afterAll(async () => {
  await house.core.close()
  await uat.stop()
})

/** A person's data in the service's spelling. */
const knownOf = (person: PersonSpec): readonly string[] => [
  person.userId,
  person.firstName,
  person.lastName,
  `${person.firstName} ${person.lastName}`.toUpperCase(),
  person.dateOfBirth,
  ...person.address.filter((part) => part.length > 2),
  String(person.salary),
  ...person.plans.flatMap(({ planId, balance }) => [planId, String(balance)]),
]

/** Whole words and numbers from a person's data that are long enough not to appear by chance. */
const canariesOf = (person: PersonSpec): readonly string[] =>
  [...new Set(knownOf(person).flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}.]+/u)]))]
    .map((text) => text.toLowerCase())
    .filter((text) =>
      /^[\d.-]+$/.test(text) ? text.replace(/\D/g, '').length >= 5 : text.length >= 3,
    )

/** The answer with a person's data in a fifth of its texts and numbers, and in a tenth of its names. */
const filledWith = (answer: unknown, known: readonly string[], random: () => number): unknown => {
  const something = (): string => known[Math.floor(random() * known.length)] ?? ''
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          random() < 0.1 ? something() : name,
          fill(inner),
        ]),
      )
    }
    if (random() > 0.2) return value
    const text = something()
    if (random() < 0.3)
      return `${random() < 0.5 ? 'Plan not found for' : 'Invalid request:'} ${text}`
    return typeof value === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return fill(answer)
}

/**
 * Everything shown in bodies, failures and the support file, except lengths and sizes, which
 * identify nobody.
 */
const everythingShown = async (): Promise<string> => {
  const calls = await house.must('traffic.list', {})
  const details = await Promise.all(calls.map(({ id }) => house.must('traffic.open', { id })))
  const { text } = await house.must('traffic.export', {})
  return [...details.flatMap(({ request, response, remark }) => [request, response, remark]), text]
    .join('\n')
    .replace(/(?:\d+ characters|at character \d+ of \d+|\d+ bytes (?:sent|received))/g, '')
    .toLowerCase()
}

const isWordIn = (text: string, word: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  ).test(text)

describe(
  `the list of service calls and its support file (seed ${seed})`,
  { timeout: 120_000 },
  () => {
    test.each(randomPeople(12, seed).map((person) => [person.id, person] as const))(
      'contain none of the data about %s',
      async (id, person) => {
        const state = seededState(`${seed} ${id}`)
        const random = (): number => nextFraction(state)
        const known = knownOf(person)
        const answer = (body: unknown) =>
          ({ kind: 'answer', body: filledWith(body, known, random) }) as const
        house.core.pageGone()
        const bytes = new TextEncoder().encode(writePersonXml(person))
        const { handle } = await house.must('participant.open', {
          kind: 'file',
          name: `${id}.xml`,
          bytes,
        })
        const inputs = {
          Salary: person.salary,
          PensionTypes: [
            { Amount: 12_345.5, Cola: true, IsFromRecordKeeper: false, StartYear: '2041' },
          ],
        }
        const plans = person.plans.map(({ planId, planType }) => ({
          PlanId: planId,
          PlanType: planType,
        }))

        uat.meet('forecast', answer(specified.forecast.fullAnswer()))
        await house.call('forecast.run', {
          handle,
          operation: 'forecast',
          inputs,
          jobId: crypto.randomUUID(),
        })
        uat.meet('forecast', {
          kind: 'status',
          status: 422,
          body: filledWith(
            { ErrorMessage: 'x', Details: ['y', { code: 1 }] },
            known,
            () => random() / 3,
          ),
        })
        await house.call('forecast.run', {
          handle,
          operation: 'forecast',
          inputs,
          jobId: crypto.randomUUID(),
        })
        uat.meet('enroll', answer(specified.enroll.fullAnswer()))
        const enroll = await house.must('submission.review', {
          operation: 'enroll',
          handle,
          enrollmentInfo: plans.map((plan) => ({ ...plan, ServiceOption: 'ManagedAccounts' })),
          inputs: {
            ...inputs,
            DOB: `${person.dateOfBirth}T00:00:00.000Z`,
            StateOfResidence: person.address[2],
          },
        })
        await house.must('submission.send', {
          submissionId: enroll.submissionId,
          overrideReason: 'Asked again',
          sendsUnusual: true,
        })
        uat.meet('optout', answer(specified.optout.fullAnswer()))
        const optout = await house.must('submission.review', {
          operation: 'optout',
          participantId: person.userId,
          firstName: person.firstName,
          lastName: person.lastName,
          optoutInfo: plans,
          reason: `Asked by ${person.lastName}`,
        })
        await house.must('submission.send', {
          submissionId: optout.submissionId,
          overrideReason: 'Asked again',
        })

        const shown = await everythingShown()
        expect(shown).toContain('express optout')
        expect(shown).toContain('"participantxml": "[text, ')
        expect(canariesOf(person).filter((canary) => isWordIn(shown, canary))).toEqual([])
      },
    )
  },
)
