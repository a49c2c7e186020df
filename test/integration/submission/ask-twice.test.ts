import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import {
  checkedList,
  listHeader,
  plainOptions,
  settledList,
} from '#test/support/samples/list-files.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import { copyMasterKey } from '#test/support/worlds/backed-up.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { openHouse } from '#test/torture/house.ts'

/** Ways to ask for the same twice by hands on results and folders: each asks a person, whoever sends it. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const line = ['U-2001', 'Zephyrine', 'Quill', 'QUILL401K', '401K', 'Branch 1']
const [participantId = '', firstName = '', lastName = '', PlanId = '', PlanType = ''] = line
const optout = {
  operation: 'optout',
  ...{ participantId, firstName, lastName, reason: '' },
  optoutInfo: [{ PlanId, PlanType }],
} satisfies SubmissionDraft
const call = {
  caller: 'participant' as const,
  checksFailed: [],
  ...{ startedAt: new Date().toISOString(), textsVersion: 0, checksPassed: [], checkTexts: [] },
  ...{ reasonCode: '', reasonText: '', note: 'Asked for it' },
}

interface Yard {
  readonly uat: UatServer
  readonly folder: string
  readonly open: (name: string) => Promise<RealCore>
}

const openYard = async (): Promise<Yard> => {
  const uat = await startUatServer()
  closers.push(uat.stop)
  const folder = temporaryFolder('ask-twice')
  const open = async (name: string) => {
    const house = await openHouse(path.join(folder, name), uat.url)
    closers.push(() => house.core.close())
    return house
  }
  return { uat, folder, open }
}

const sendOne = async ({ must, call: ask }: RealCore, draft: SubmissionDraft) => {
  const { submissionId } = await must('submission.review', draft)
  return ask('submission.send', { submissionId })
}

/** Each leaves a program that has the same sent before, as a person left it. */
const ways: Readonly<Record<string, (yard: Yard) => Promise<RealCore>>> = {
  'its accepted receipt was removed': async ({ open }) => {
    const house = await open('data')
    const sent = await sendOne(house, optout)
    await house.must('records.remove', { id: sent.ok ? sent.value.id : '' })
    await house.core.close()
    return open('data')
  },
  'the folder was put back to before it': async ({ open, folder }) => {
    await (await open('data')).core.close()
    const [data, copy] = [path.join(folder, 'data'), path.join(folder, 'copy')]
    cpSync(data, copy, { recursive: true })
    const house = await open('data')
    await sendOne(house, optout)
    await house.core.close()
    rmSync(data, { recursive: true })
    cpSync(copy, data, { recursive: true })
    return open('data')
  },
  'an older folder and its key were copied to another computer': async ({ open, folder }) => {
    await (await open('data')).core.close()
    const [data, other] = [path.join(folder, 'data'), path.join(folder, 'other')]
    cpSync(data, other, { recursive: true })
    copyMasterKey(data, other)
    await sendOne(await open('data'), optout)
    return open('other')
  },
  'the database was removed': async ({ open, folder }) => {
    const house = await open('data')
    await sendOne(house, optout)
    await house.core.close()
    rmSync(path.join(folder, 'data', 'glidepath.db'))
    return open('data')
  },
  'it is in doubt, and the database was removed': async ({ open, folder, uat }) => {
    const house = await open('data')
    uat.meet('optout', { kind: 'cut' })
    await sendOne(house, optout)
    uat.meet('optout', null)
    await house.core.close()
    rmSync(path.join(folder, 'data', 'glidepath.db'))
    return open('data')
  },
}

/** Each sends it again without a reason. */
const senders: Readonly<Record<string, (house: RealCore) => Promise<unknown>>> = {
  'a single submission': (house) => sendOne(house, optout),
  'the desk': (house) => sendOne(house, { ...optout, call }),
  'two windows': (house) => Promise.all([sendOne(house, optout), sendOne(house, optout)]),
  'a list': async (house) => {
    const lines = [listHeader, line].map((cells) => `${cells.join(',')}\r\n`).join('')
    const { listId } = await checkedList(house, lines)
    // Refused if the check has left the row out.
    await house.call('list.start', { listId, options: plainOptions, rowsToSend: 1 })
    await settledList(house, listId)
  },
}

test.each(
  Object.keys(ways).flatMap((way) => Object.keys(senders).map((sender) => ({ way, sender }))),
)('$way: $sender does not send it again without a reason', async ({ way, sender }) => {
  const yard = await openYard()
  const house = await ways[way]?.(yard)
  if (!house) throw new Error('there is no such way')
  expect(yard.uat.countOf('optout')).toBe(1)
  await senders[sender]?.(house)
  expect(yard.uat.countOf('optout')).toBe(1)
})

test.each(Object.keys(senders))('%s sends at once what was never sent', async (sender) => {
  const { open, uat } = await openYard()
  await senders[sender]?.(await open('data'))
  expect(uat.countOf('optout')).toBe(1)
})
