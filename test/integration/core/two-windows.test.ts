import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
import type { Destination, EnvironmentView } from '#shared/environments/environment.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { Result } from '#shared/result.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { createRandom } from '#test/torture/random.ts'

/**
 * Two windows learn of each other's choices only from main, and late. Tests that a request goes to
 * the environment on its window's screen, and only while that environment is in use.
 */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
const pick = <T>(from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

const folder = temporaryFolder('two-windows')
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A request that reached a server, with the environment that was in use at that moment. */
interface Left {
  readonly mark: string
  readonly url: string
  readonly inUse: Promise<EnvironmentView | undefined>
}

const destinationOf = ({ id, place, name }: EnvironmentView): Destination => ({
  environmentId: id,
  place,
  name,
})

const openYard = async () => {
  const left: Left[] = []
  const inUse = async (house: RealCore): Promise<EnvironmentView | undefined> => {
    const [settings, environments] = await Promise.all([
      house.must('settings.get', {}),
      house.must('environments.list', {}),
    ])
    return environments.find(({ id }) => id === settings.activeEnvironmentId) ?? environments[0]
  }
  const watch = (request: HttpRequest): void => {
    const mark = /mark-\d+|"Salary":(\d+)/.exec(request.body)
    if (mark && house !== null)
      left.push({ mark: mark[1] ?? mark[0], url: request.url, inUse: inUse(house) })
  }
  let house: RealCore | null = null
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  house = await openRealCore(dataDir, {
    transport: (transport) => ({
      ...transport,
      send: (request) => {
        watch(request)
        return transport.send(request)
      },
    }),
  })
  const { core } = house
  closers.push(() => core.close())
  const servers = await Promise.all([startUatServer(), startUatServer(), startUatServer()])
  for (const server of servers) closers.push(server.stop)
  return { house, left, servers, inUse: () => inUse(house) }
}

test(
  `every request goes to the environment of the window that sent it, whatever another window chooses (seed ${seed})`,
  { timeout: 240_000 },
  async () => {
    const { house, left, servers, inUse } = await openYard()
    const [first, second, third] = servers

    const put = async (name: string, baseUrl: string, id?: string): Promise<string> => {
      const input = {
        name,
        kind: 'uat',
        baseUrl,
        clientId: 'ACME',
        credentialStyle: 'form',
        ...(id === undefined ? {} : { id }),
      } as const
      const saved = await house.must('environments.save', input)
      const credentials = { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' } as const
      // Another window may have changed the environment again; main then refuses to save these
      // credentials.
      await house.call('credentials.save', { to: destinationOf(saved), credentials })
      return saved.id
    }
    const moving = await put('Moving', first.url)
    let made = 0
    let standing = await put('Standing', third.url)
    const [example] = await house.must('participant.examples', {})
    const { handle } = await house.must('participant.open', {
      kind: 'example',
      id: example?.id ?? '',
    })

    /** The state on each window's screen: the last one that main sent, which may be out of date. */
    const windows = [{ screen: await inUse() }, { screen: await inUse() }]
    const meant = new Map<string, Destination>()
    let marks = 100_000
    const violations: string[] = []
    const codes = new Map<string, number>()
    const note = (result: Result<unknown>): void => {
      const code = result.ok ? 'done' : result.error.code
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (
        !result.ok &&
        result.error.code === 'environment.other' &&
        !result.error.message.includes('Nothing was sent')
      ) {
        violations.push(
          `a refusal that does not say that nothing was sent: ${result.error.message}`,
        )
      }
    }
    const marked = (to: Destination): number => {
      marks += 1
      meant.set(String(marks), to)
      meant.set(`mark-${marks}`, to)
      return marks
    }
    const draft = (mark: number): SubmissionDraft => ({
      operation: 'optout',
      participantId: `mark-${mark}`,
      firstName: 'Dana',
      lastName: 'Reyes',
      optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
      reason: '',
    })

    const acts: readonly ((window: { screen: EnvironmentView | undefined }) => Promise<void>)[] = [
      // The window now gets the latest state.
      ...Array.from(
        { length: 2 },
        () => async (window: { screen: EnvironmentView | undefined }) => {
          window.screen = await inUse()
        },
      ),
      async () => {
        note(
          await house.call('environments.select', {
            environmentId: pick(['training', moving, standing]),
          }),
        )
      },
      async () => {
        note(await house.call('environments.select', { environmentId: pick(['training', moving]) }))
      },
      async () => {
        await put('Moving', pick([first.url, second.url]), moving)
      },
      async () => {
        await house.call('environments.remove', { environmentId: standing })
        made += 1
        standing = await put(`Standing ${made}`, third.url)
      },
      ...Array.from(
        { length: 4 },
        () => async (window: { screen: EnvironmentView | undefined }) => {
          if (!window.screen) return
          const to = destinationOf(window.screen)
          const operation = pick(['forecast', 'forecastCurrent'] as const)
          const inputs = { Salary: marked(to) }
          note(
            await house.call('forecast.run', {
              handle,
              operation,
              inputs,
              jobId: crypto.randomUUID(),
              to,
            }),
          )
        },
      ),
      async (window) => {
        if (!window.screen) return
        const to = destinationOf(window.screen)
        const inputs = { Salary: marked(to), RetirementAge: 67, DOB: '1980-01-01' }
        note(
          await house.call('forecast.caseInformation', { inputs, jobId: crypto.randomUUID(), to }),
        )
      },
      ...Array.from(
        { length: 3 },
        () => async (window: { screen: EnvironmentView | undefined }) => {
          if (!window.screen) return
          const to = destinationOf(window.screen)
          const review = await house.call('submission.review', { draft: draft(marked(to)), to })
          note(review)
          if (!review.ok) return
          if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 20))
          const sent = await house.call('submission.send', {
            submissionId: review.value.submissionId,
          })
          note(sent)
        },
      ),
    ]

    const open = new Set<Promise<void>>()
    for (let step = 0; step < 600; step += 1) {
      const act = pick(acts)(pick(windows))
      open.add(act)
      void act.finally(() => open.delete(act))
      if (random() < 0.4) await act
      if (open.size > 6) await Promise.race(open)
    }
    await Promise.all(open)

    for (const { mark, url, inUse: then } of left) {
      const to = meant.get(mark)
      const used = await then
      const wanted =
        used &&
        to &&
        used.id === to.environmentId &&
        used.place === to.place &&
        url.startsWith(used.baseUrl)
      if (!wanted)
        violations.push(
          `${mark} was meant for ${to?.name}, left for ${url} while ${used?.name} at ${used?.baseUrl} was in use`,
        )
    }
    expect(violations).toEqual([])
    // The run would prove nothing if no request was sent, or none was refused.
    expect(left.length).toBeGreaterThan(30)
    expect(codes.get('environment.other')).toBeGreaterThan(20)
    expect(new Set(left.map(({ url }) => new URL(url).host)).size).toBeGreaterThan(1)
  },
)
