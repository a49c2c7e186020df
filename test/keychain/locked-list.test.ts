import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createKeytarSecretStore } from '#electron/adapters/keychain/keytar-secret-store.ts'
import type { HttpTransport } from '#electron/core/platform/ports.ts'
import {
  startCountingService,
  type CountingService,
} from '#test/support/servers/counting-service.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
  viewOf,
} from '#test/support/samples/list-files.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import { openRealCore, type Around, type RealCore } from '#test/support/worlds/real-core.ts'
import { openHouse } from '#test/torture/house.ts'

/**
 * Tests a keyring that is locked during a list, as by a screen lock: nothing is sent twice, and
 * nothing is lost.
 */

const folder = temporaryFolder('locked-list')
const rows = 12
const options = { ...plainOptions, concurrency: 1 }
let session: KeyringSession
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  session = await startKeyringSession()
}, 60_000)
afterAll(() => session.stop())
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await session.unlock()
})

/** Calls `meanwhile` once, before the submission with this number is sent. */
const beforeSubmission = (
  number: number,
  meanwhile: () => Promise<void>,
  headers: Readonly<Record<string, string>> = {},
) => {
  let begun = 0
  return (transport: HttpTransport): HttpTransport => ({
    send: async (request) => {
      if (!request.freshConnection) return transport.send(request)
      begun += 1
      if (begun !== number) return transport.send(request)
      await meanwhile()
      return transport.send({ ...request, headers: { ...request.headers, ...headers } })
    },
    close: () => transport.close(),
  })
}

/** Rows with an intent on disk whose sending never began. */
const intendedOnly = (dataDir: string): ReadonlySet<number> =>
  new Set(
    rowsIn(dataDir, 'SELECT list_row FROM submissions WHERE begun = 0').map(({ list_row: row }) =>
      Number(row),
    ),
  )

/** A checked list with its own keychain, before anything is sent. */
const setUp = async (name: string, around: (forgetToken: () => Promise<void>) => Around) => {
  const service = await startCountingService()
  closers.push(service.stop)
  const dataDir = path.join(folder, name)
  mkdirSync(dataDir)
  const openKeychain = () => createKeytarSecretStore({ service: `Glidepath list test ${name}` })
  const keychain = await openKeychain()
  expect(keychain.state()).toEqual({ kind: 'system' })
  let environmentId = ''
  const forgetToken = async (): Promise<void> => {
    await house.must('session.forget', { environmentId })
  }
  const house = await openHouse(dataDir, `http://127.0.0.1:${service.port}`, {
    keychain,
    ...around(forgetToken),
  })
  closers.push(() => house.core.close())
  const list = await checkedList(house, listText(rows))
  environmentId = list.environment?.id ?? ''
  const { listId } = list
  /** Sends the ready rows until the list ends or pauses. */
  const send = async () => {
    await house.must('list.start', {
      listId,
      options,
      rowsToSend: (await viewOf(house, listId)).counts.ready,
    })
    return settledList(house, listId)
  }
  return { service, dataDir, keychain, openKeychain, house, listId, send }
}

/** The outcomes on the receipts; expects one receipt for each row, with the row's outcome. */
const receiptsOf = async (house: RealCore, listId: string): Promise<readonly string[]> => {
  const { rows: shown } = await house.must('list.rows', { listId, offset: 0, limit: rows })
  return Promise.all(
    shown.map(async ({ row, state, receiptId }) => {
      const receipt = await house.must('records.open', { id: receiptId ?? '' })
      if (receipt.kind !== 'receipt') throw new Error(`row ${row} has no receipt`)
      expect(receipt).toMatchObject({ outcome: state, list: { listId, row } })
      return receipt.outcome
    }),
  )
}
const expectOnceEach = ({ executed }: CountingService, many: number): void => {
  expect(executed.size).toBe(many)
  expect(new Set(executed.values())).toEqual(new Set([1]))
}

describe('a list during which the keyring is locked', { timeout: 120_000 }, () => {
  it('continues while the access token lasts, and saves every outcome', async () => {
    const list = await setUp('token-lasts', () => ({
      transport: beforeSubmission(5, () => session.lock()),
    }))
    const { service, dataDir, house, listId } = list
    expect(await list.send()).toMatchObject({
      state: 'done',
      why: '',
      counts: { accepted: rows, ready: 0 },
    })
    expect(await list.keychain.store.get('library/master-key/any')).toMatchObject({
      ok: false,
      error: { code: 'keychain.locked' },
    })
    expectOnceEach(service, rows)
    expect(await receiptsOf(house, listId)).toHaveLength(rows)
    expect(everythingIn(dataDir)).not.toMatch(/First\d|Last\d/)
    await house.core.close()

    await session.unlock()
    const again = await openRealCore(dataDir, { keychain: await list.openKeychain() })
    closers.push(() => again.core.close())
    expect(await viewOf(again, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: rows },
    })
    expect(await receiptsOf(again, listId)).toHaveLength(rows)
    expect((await again.must('activity.verify', {})).state).toBe('intact')
  })

  it('pauses and says why when it needs a new token, and continues once the keyring is unlocked', async () => {
    const { service, house, listId, send } = await setUp('token-over', (forgetToken) => ({
      transport: beforeSubmission(5, async () => {
        await session.lock()
        await forgetToken()
      }),
    }))
    // The row under way gets its answer, and no other row starts. Sending again has the same
    // result.
    for (const _ of ['first', 'again']) {
      const paused = await send()
      expect(paused).toMatchObject({
        state: 'paused',
        counts: { accepted: 5, ready: rows - 5, notSent: 0, inDoubt: 0 },
      })
      expect(paused.why).toMatch(/keyring is locked.*unlock it/i)
      expectOnceEach(service, 5)
    }
    await session.unlock()
    expect(await send()).toMatchObject({ state: 'done', counts: { accepted: rows } })
    expectOnceEach(service, rows)
    expect(await receiptsOf(house, listId)).toHaveLength(rows)
  })

  it('makes rows ready again if their intent was recorded but no token was available', async () => {
    const { service, dataDir, house, listId, send } = await setUp('token-gone', (forgetToken) => ({
      transport: beforeSubmission(4, async () => {
        await session.lock()
        await forgetToken()
      }),
    }))
    const paused = await send()
    const { accepted } = paused.counts
    expect(paused).toMatchObject({
      state: 'paused',
      counts: { ready: rows - accepted, notSent: 0, inDoubt: 0, rejected: 0 },
    })
    expect(paused.why).toMatch(/locked/)
    expectOnceEach(service, accepted)
    const noted = intendedOnly(dataDir)
    expect(noted.size).toBeGreaterThan(0)

    await session.unlock()
    expect(await send()).toMatchObject({ state: 'done', counts: { accepted: rows } })
    expectOnceEach(service, rows)
    const { rows: shown } = await house.must('list.rows', { listId, offset: 0, limit: rows })
    for (const { row, receiptId } of shown) {
      const receipt = await house.must('records.open', { id: receiptId ?? '' })
      expect(receipt).toMatchObject({
        outcome: 'accepted',
        list: { row, attempt: noted.has(row) ? 2 : 1 },
      })
    }
  })

  it('shows a row sent with a revoked token as refused, and runs that row again only on request', async () => {
    const { service, house, listId, send } = await setUp('token-refused', () => ({
      transport: beforeSubmission(5, () => session.lock(), {
        authorization: 'Bearer no-longer-good',
      }),
    }))
    const paused = await send()
    expect(paused).toMatchObject({
      state: 'paused',
      counts: { accepted: 4, rejected: 1, ready: rows - 5, inDoubt: 0 },
    })
    // The reason comes from the refused row, or from a later row that requested a token before it.
    expect(paused.why).toMatch(/(?:status 401.*|could not be used: the system )keyring is locked/)
    await session.unlock()
    expect(await send()).toMatchObject({
      state: 'done',
      counts: { accepted: rows - 1, rejected: 1 },
    })
    expect(service.executed.get('L-5')).toBeUndefined()
    await house.must('list.rerunFailed', { listId })
    expect(await send()).toMatchObject({ state: 'done', counts: { accepted: rows, rejected: 0 } })
    expectOnceEach(service, rows)
    expect(await receiptsOf(house, listId)).toHaveLength(rows)
  })

  it('is restored and continues after a restart with the keyring still locked', async () => {
    const { service, dataDir, openKeychain, house, listId, send } = await setUp(
      'started-locked',
      (forgetToken) => ({
        transport: beforeSubmission(5, async () => {
          await session.lock()
          await forgetToken()
        }),
      }),
    )
    expect((await send()).state).toBe('paused')
    await house.core.close()

    const again = await openRealCore(dataDir, { keychain: await openKeychain() })
    closers.push(() => again.core.close())
    expect(await again.must('list.all', {})).toEqual([])
    expect(await again.call('list.start', { listId, options, rowsToSend: rows - 5 })).toMatchObject(
      { ok: false },
    )
    const late = await checkedList(again, listText(3, ',', '\n', 100), 'late.csv')
    expect(everythingIn(dataDir)).not.toContain('First100')
    await session.unlock()
    await again.must('keychain.reopen', {})
    expect(await viewOf(again, listId)).toMatchObject({
      state: 'paused',
      counts: { accepted: 5, ready: rows - 5 },
    })
    await again.must('list.start', { listId, options, rowsToSend: rows - 5 })
    expect(await settledList(again, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: rows },
    })
    expectOnceEach(service, rows)
    expect(await receiptsOf(again, listId)).toHaveLength(rows)
    // The earlier submissions are recognized: the check skips every row of the same file.
    expect((await checkedList(again, listText(rows))).counts).toMatchObject({
      ready: 0,
      skipped: rows,
    })
    // The list that was opened while the keyring was locked is now encrypted on disk.
    await again.core.close()
    const last = await openRealCore(dataDir, { keychain: await openKeychain() })
    closers.push(() => last.core.close())
    expect(await viewOf(last, late.listId)).toMatchObject({
      fileName: 'late.csv',
      state: 'checked',
      counts: { ready: 3 },
    })
    expect(
      (await last.must('list.rows', { listId: late.listId, offset: 0, limit: 5 })).rows,
    ).toHaveLength(3)
    expect(everythingIn(dataDir)).not.toContain('First100')
  })
})
