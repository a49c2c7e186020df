import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import type { AppError } from '#shared/errors.ts'
import type { ConnectionTest } from '#shared/environments/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Credentials } from '../environments/credentials/credentials.ts'
import { parseBaseUrl } from '../environments/base-url.ts'
import type { Environments } from '../environments/environments.ts'
import type { Clock } from '../platform/ports.ts'
import { anonymousTokenRequest } from '../environments/credentials/token/token-request.ts'
import type { TokenSource } from '../environments/credentials/token/token-source.ts'
import { bodyFor } from './body-for.ts'
import type { Traffic } from '../http/traffic/traffic.ts'
import type { ExpressClient } from './express-client.ts'
import { transportError } from '../http/status-error.ts'

export interface ConnectionTestNeeds {
  readonly environments: Pick<Environments, 'use'>
  readonly credentials: Pick<Credentials, 'read'>
  readonly tokens: Pick<TokenSource, 'renew' | 'state'>
  readonly express: Pick<ExpressClient, 'compute'>
  readonly traffic: Pick<Traffic, 'send'>
  readonly clock: Clock
  /** Why no further service call may be sent, for example after a change of the environment; otherwise null. */
  readonly whyNot: () => AppError | null
}

/**
 * An invented person with just enough data for the service to compute with, so that a test sends no
 * real person's data.
 */
const testPerson = { Salary: 60_000, RetirementAge: 67, DOB: '1980-01-01' }

type Step = readonly [name: string, run: () => Promise<Result<string>>]

const runSteps = async (
  plan: readonly Step[],
  whyNot: ConnectionTestNeeds['whyNot'],
  onStep: (name: string) => void,
) => {
  const steps: ConnectionTest['steps'] = []
  let passing = true
  for (const [name, run] of plan) {
    if (!passing) {
      steps.push({ name, outcome: 'notRun', detail: '' })
      continue
    }
    onStep(name)
    // Checks again, because the next step would test another address if the environment changed
    // during the last one.
    const moved = whyNot()
    const result = moved === null ? await run() : fail(moved)
    passing = result.ok
    steps.push(
      result.ok
        ? { name, outcome: 'passed', detail: result.value }
        : { name, outcome: 'failed', detail: result.error.message },
    )
  }
  return { ok: passing, steps }
}

/**
 * Tests step by step, from the address to a complete service call, and stops at the first failure. It only computes and
 * changes nothing at the service. It never throws because of the service.
 */
export const testConnection = async (
  needs: ConnectionTestNeeds,
  environmentId: string,
  onStep: (name: string) => void,
  signal?: AbortSignal,
): Promise<ConnectionTest> => {
  const { tokens, express, traffic, clock } = needs
  const environment = await needs.environments.use(environmentId)

  const milliseconds = (started: number) =>
    `${Math.max(1, Math.round(clock.monotonic() - started))} ms`

  const address = async () => {
    if (!environment.ok) return environment
    return parseBaseUrl(environment.value.baseUrl)
  }
  const reach = async (): Promise<Result<string>> => {
    if (!environment.ok) return environment
    const started = clock.monotonic()
    const sent = await traffic.send(
      { ...anonymousTokenRequest(environment.value), signal },
      { environment: environment.value, operation: 'probe', attempt: 1 },
    )
    if (!sent.ok) return fail(transportError(sent.failure))
    const secure = environment.value.baseUrl.startsWith('https:')
      ? ' over a verified secure connection'
      : ''
    return ok(`It answers${secure}, in ${milliseconds(started)}.`)
  }
  const credentials = async () => {
    const saved = await needs.credentials.read(environmentId)
    return saved.ok ? ok('They are there.') : saved
  }
  const token = async () => {
    const renewed = await tokens.renew(environmentId, signal)
    if (!renewed.ok) return renewed
    const state = tokens.state(environmentId)
    const words = state.kind === 'valid' ? `Valid until ${state.validUntil}.` : 'Obtained.'
    return ok([words, state.kind === 'none' ? '' : (state.remark ?? '')].join(' ').trim())
  }
  const call = async () => {
    if (!environment.ok) return environment
    const body = bodyFor('caseInformation', environment.value, testPerson)
    if (!body.ok) return body
    const answer = await express.compute('caseInformation', environmentId, body.value, {
      signal,
      whyNot: needs.whyNot,
    })
    if (!answer.ok) return answer
    // A sign-in page in front of the service answers every request with status 200.
    const reading = readCaseInformation(answer.value.text)
    if (!reading.ok) return reading
    return ok(
      `Case information for a made-up person came in ${Math.round(answer.value.durationMs)} ms.`,
    )
  }

  return runSteps(
    [
      ['Address', address],
      ['Service reachable', reach],
      ['Credentials', credentials],
      ['Access token', token],
      ['A harmless call', call],
    ],
    needs.whyNot,
    onStep,
  )
}
