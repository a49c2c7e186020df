import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '#shared/result.ts'
import { bridgeOf, type PageBridge } from '#test/support/desktop/bridge.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import {
  agree,
  answerQuestion,
  isAsking,
  pictureOfDisplay,
  typeIntoQuestion,
} from '#test/support/desktop/question-box.ts'
import { listText, noDefaults, plainOptions, bytesOf } from '#test/support/samples/list-files.ts'
import { rightPayloads } from '#test/integration/core/right-payloads.ts'
import { startElsewhere } from '#test/support/desktop/stage/elsewhere.ts'
import { createAuthority } from '#test/support/servers/certificates.ts'
import {
  startCountingService,
  type CountingService,
} from '#test/support/servers/counting-service.ts'
import { optOut } from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { artifact } from '#test/support/worlds/program.ts'

/**
 * A page that was taken over, in a real Electron: it calls main directly and lies. Each kind of question is answered in its
 * own window, by the keyboard of the display.
 */

let keyring: KeyringSession
let service: CountingService
let desktop: Desktop | null = null

beforeAll(async () => {
  mkdirSync(path.dirname(artifact('x')), { recursive: true })
  keyring = await startKeyringSession(person)
  service = await startCountingService()
})
afterEach(async () => {
  await desktop?.close()
  desktop = null
  service.executed.clear()
})
afterAll(async () => {
  await service.stop()
  await keyring.stop()
})

const credentials = { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' } as const

/** A program with an administrator's production environment, which is in use. */
const start = async () => {
  const provision = path.join(personalFolder('provision'), 'environments.json')
  const production = {
    name: 'Acme',
    kind: 'production',
    baseUrl: `http://127.0.0.1:${service.port}`,
    clientId: 'ACME',
    credentialStyle: 'form',
  }
  writeFileSync(provision, JSON.stringify([production]))
  chmodSync(provision, 0o644)
  const args = ['--data-dir', personalFolder('questions'), '--provision', provision]
  desktop = await launchDesktop({ args })
  const bridge = bridgeOf(desktop.page)
  const [acme] = (await bridge.must('environments.list', {})).filter(({ name }) => name === 'Acme')
  const environmentId = acme?.id ?? ''
  await bridge.must('credentials.save', { environmentId, credentials })
  await bridge.must('environments.select', { environmentId })
  return { app: desktop.app, page: desktop.page, bridge, environmentId }
}

/** These open a system dialog for a file or folder, which would cover the question. */
const opensDialog: ReadonlySet<string> = new Set([
  'export.save',
  'backup.pickFolder',
  'callFirst.openFolder',
  'participant.split',
])

interface There {
  readonly bridge: PageBridge
  readonly environmentId: string
}
interface Kind {
  readonly name: string
  /** Prepares what the question is about; then each call of `attempt` tries to do it. */
  readonly prepare: (there: There) => Promise<{
    readonly attempt: () => Promise<Result<unknown>>
    readonly isDone: () => Promise<boolean>
  }>
}

const deceptive = 'Dana\u202eseyeR\n\nEnvironment: Training, for tests'

const kinds: readonly Kind[] = [
  {
    name: 'a first call to a new address',
    prepare: async ({ bridge }) => {
      const elsewhere = await bridge.must('environments.save', {
        name: 'Training, honestly',
        kind: 'uat',
        baseUrl: `http://localhost:${service.port}`,
        clientId: 'ACME',
        credentialStyle: 'form',
      })
      await bridge.must('credentials.save', { environmentId: elsewhere.id, credentials })
      return {
        attempt: () => bridge.call('session.renew', { environmentId: elsewhere.id }),
        isDone: async () => {
          const all = await bridge.must('environments.list', {})
          return all.some(({ id, token }) => id === elsewhere.id && token.kind === 'valid')
        },
      }
    },
  },
  {
    name: 'trust in an authority',
    prepare: async ({ bridge }) => {
      const { cert } = createAuthority('Friendly authority')
      const { roots } = await bridge.must('network.addRoots', { pem: cert })
      const fingerprint = roots[0]?.fingerprint ?? ''
      return {
        attempt: () => bridge.call('network.confirmRoot', { fingerprint }),
        isDone: async () =>
          (await bridge.must('network.get', {})).roots[0]?.standing === 'confirmed',
      }
    },
  },
  {
    name: 'a submission in production',
    prepare: async ({ bridge }) => {
      const review = await bridge.must('submission.review', {
        operation: 'optout',
        participantId: 'P-1',
        firstName: deceptive,
        lastName: 'Reyes',
        optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
        reason: 'Prefers own choice',
      })
      const { submissionId } = review
      return {
        attempt: () => bridge.call('submission.send', { submissionId, sendsUnusual: true }),
        isDone: async () => service.executed.size > 0,
      }
    },
  },
  {
    name: 'a list in production',
    prepare: async ({ bridge }) => {
      const bytes = bytesOf(listText(7))
      const { listId, mapping } = await bridge.must('list.open', { fileName: 'leavers.csv', bytes })
      await bridge.must('list.check', { listId, mapping, defaults: noDefaults })
      return {
        attempt: () => bridge.call('list.start', { listId, options: plainOptions, rowsToSend: 7 }),
        // A list that is still under way keeps the program from quitting.
        isDone: async () => {
          await expect
            .poll(async () => (await bridge.must('list.all', {})).map(({ state }) => state), {
              timeout: 20_000,
            })
            .toEqual(['done'])
          return service.executed.size === 7
        },
      }
    },
  },
  {
    name: 'a lowered guard and lock',
    prepare: async ({ bridge }) => ({
      attempt: () => bridge.call('settings.change', { duplicateGuardDays: 0, lockAfterMinutes: 0 }),
      isDone: async () => {
        const { duplicateGuardDays, lockAfterMinutes } = await bridge.must('settings.get', {})
        return duplicateGuardDays === 0 && lockAfterMinutes === 0
      },
    }),
  },
  {
    name: 'fewer identity checks',
    prepare: async ({ bridge, environmentId }) => {
      const { texts } = await bridge.must('desk.config.get', { environmentId })
      return {
        attempt: () =>
          bridge.call('desk.config.save', { environmentId, texts: { ...texts, checksNeeded: 0 } }),
        isDone: async () =>
          (await bridge.must('desk.config.get', { environmentId })).texts.checksNeeded === 0,
      }
    },
  },
]

const refused = { ok: false, error: { code: 'question.refused' } }
/** Whether a promise is still pending. */
const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(() => false),
    new Promise<true>((resolve) => setTimeout(resolve, 50, true)),
  ])

describe('main asks in a window of its own before', { timeout: 90_000 }, () => {
  test.each(kinds)('$name', async ({ name, prepare }) => {
    const { app, ...there } = await start()
    const { attempt, isDone } = await prepare(there)

    const first = attempt()
    // What was typed before anybody can have read the question answers nothing.
    await typeIntoQuestion('Tab', 'Return')
    await typeIntoQuestion('Return')
    expect(await isPending(first)).toBe(true)
    expect(await isAsking()).toBe(true)
    await pictureOfDisplay(app, `question-${name.replaceAll(' ', '-')}`)
    // No is the default.
    await answerQuestion('Return')
    expect(await first).toMatchObject(refused)
    expect(service.executed.size).toBe(0)

    const second = attempt()
    await agree()
    expect(await second).toMatchObject({ ok: true })
    expect(await isDone()).toBe(true)
  })
})

test(
  'a third question within a minute is refused without a window',
  { timeout: 60_000 },
  async () => {
    const { bridge } = await start()
    const lower = () => bridge.call('settings.change', { lockAfterMinutes: 0 })
    for (const _ of [1, 2]) {
      const asked = lower()
      await answerQuestion('Escape')
      expect(await asked).toMatchObject(refused)
    }
    expect(await lower()).toMatchObject(refused)
    expect(await isAsking()).toBe(false)
    expect((await bridge.must('settings.get', {})).lockAfterMinutes).not.toBe(0)
  },
)

const lies: readonly (readonly [channel: string, payload: object])[] = [
  ['settings.change', { duplicateGuardDays: 0 }],
  ['settings.change', { lockAfterMinutes: 1440, theme: 'dark' }],
  ['settings.change', { lockAfterMinutes: 0, agreed: true }],
  ['settings.change', { knownAddresses: ['uat http://localhost'] }],
  ['lock.removePassphrase', { current: '', agreed: true }],
  ['question.answer', { agreed: true }],
]

test(
  'a page that calls every channel with right payloads and lies gets nothing that needs a person',
  { timeout: 120_000 },
  async () => {
    const elsewhere = await startElsewhere()
    const { page, bridge, environmentId } = await start()
    const own = await bridge.must('environments.save', {
      name: 'Training, honestly',
      kind: 'uat',
      baseUrl: elsewhere.url,
      clientId: 'ACME',
      credentialStyle: 'form',
    })
    await bridge.must('credentials.save', { environmentId: own.id, credentials })
    const review = await bridge.must('submission.review', optOut('P-1'))
    const { cert } = createAuthority('Friendly authority')
    const { roots } = await bridge.must('network.addRoots', { pem: cert })
    const before = {
      settings: await bridge.must('settings.get', {}),
      desk: await bridge.must('desk.config.get', { environmentId }),
    }

    const { submissionId } = review
    const to = { environmentId: own.id, place: own.place, name: own.name }
    const there = { environmentId, handle: 'x', forecastId: 'x', unkeptId: 'x', secret: 'x' }
    const payloads = { ...rightPayloads(there), 'environments.select': { environmentId: own.id } }
    const calls: readonly (readonly [string, unknown])[] = [
      ['submission.send', { submissionId }],
      ['submission.send', { submissionId, sendsUnusual: true, agreed: true }],
      ['submission.send', { submissionId, typedName: 'Zephyrine Quill' }],
      ['network.confirmRoot', { fingerprint: roots[0]?.fingerprint }],
      ['desk.config.save', { environmentId, texts: { ...before.desk.texts, checksNeeded: 0 } }],
      ...lies,
      ...Object.entries(payloads).filter(([channel]) => !opensDialog.has(channel)),
      ['session.renew', { to }],
      ['session.test', { to, jobId: 'lie' }],
      ['submission.review', { draft: optOut('P-2'), to }],
      ['forecast.caseInformation', { to, jobId: 'case', inputs: { Salary: 1, DOB: '1980-02-29' } }],
    ]
    for (let round = 0; round < 3; round += 1) {
      await page.evaluate((all) => {
        for (const [channel, payload] of all)
          void window.glidepath?.invoke(channel, payload).catch(() => undefined)
      }, calls)
      // Somebody keeps typing into the page, and so into whatever comes up.
      await typeIntoQuestion('Tab', 'Return')
    }
    await answerQuestion('Escape')

    const now = await bridge.must('settings.get', {})
    expect(now.duplicateGuardDays).toBe(before.settings.duplicateGuardDays)
    expect(now.lockAfterMinutes).toBe(before.settings.lockAfterMinutes)
    const { texts } = await bridge.must('desk.config.get', { environmentId })
    expect(texts.checksNeeded).toBe(before.desk.texts.checksNeeded)
    expect((await bridge.must('network.get', {})).roots).toMatchObject([{ standing: 'offered' }])
    expect(elsewhere.arrived).toEqual([])
    expect(service.executed.size).toBe(0)
    await elsewhere.stop()
  },
)
