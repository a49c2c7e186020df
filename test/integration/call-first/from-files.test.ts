import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import {
  closeCallLists,
  openCore,
  openCallList,
  people,
  run,
  withFigures,
} from './call-list-house.ts'
import path from 'node:path'

afterEach(closeCallLists)

test(
  'the files of a folder are read one by one, a damaged file shows the reason, and a file that has changed since is not sent',
  { timeout: 120_000 },
  async () => {
    const folder = path.join(temporaryFolder('folder'), 'Steel City')
    mkdirSync(path.join(folder, 'further'), { recursive: true })
    for (const [index, person] of people.slice(0, 3).entries())
      writeFileSync(path.join(folder, `p${index + 9}.xml`), writePeopleXml([person]))
    writeFileSync(path.join(folder, 'p1.XML'), writePeopleXml(people.slice(3, 5)))
    writeFileSync(path.join(folder, 'damaged.xml'), '<a><b></a>')
    writeFileSync(path.join(folder, 'empty.xml'), '')
    writeFileSync(path.join(folder, 'notes.txt'), 'not for us')
    writeFileSync(path.join(folder, 'further', 'p7.xml'), writePeopleXml(people.slice(6, 7)))
    const real = await openCore({ pickFolder: async () => folder })
    const { callListId } = (await real.must('callFirst.openFolder', { jobId: 'folder' })) ?? {
      callListId: '',
    }
    const before = await real.must('callFirst.get', { callListId })
    expect(before).toMatchObject({ name: 'Steel City', kind: 'folder', files: 6, leftOut: 0 })
    expect(
      before.rows.map(({ fileName, participantId, sendable }) => [
        fileName,
        participantId,
        sendable,
      ]),
    ).toEqual([
      ['damaged.xml', '', false],
      ['empty.xml', '', false],
      ['p1.XML', people[3]?.userId, true],
      ['p1.XML', people[4]?.userId, true],
      ...people.slice(0, 3).map(({ userId }, index) => [`p${index + 9}.xml`, userId, true]),
    ])
    expect(before.rows[0]?.problem?.code).toBe('participant.notWellFormed')
    expect(before.rows[1]?.problem?.code).toBe('participant.empty')
    expect(await real.must('participant.recents', {})).toEqual([])

    appendFileSync(path.join(folder, 'p10.xml'), '\n<!-- touched -->\n')
    const view = await run(real, callListId)
    expect(real.training.counts().received.forecast).toBe(4)
    expect(view.rows[5]?.problem?.code).toBe('participant.changed')
    expect(withFigures(view).map(({ row }) => row)).toEqual([2, 3, 4, 6])
    expect(await real.call('callFirst.openOnly', { callListId, row: 5 })).toMatchObject({
      ok: false,
      error: { code: 'participant.changed' },
    })
    expect(await real.call('callFirst.openOnly', { callListId, row: 0 })).toMatchObject({
      ok: false,
      error: { code: 'participant.notWellFormed' },
    })
    const alone = await real.must('callFirst.openOnly', { callListId, row: 3 })
    expect(alone.participants.map(({ userId }) => userId)).toEqual([people[4]?.userId])
    const whole = await real.must('callFirst.openOnly', { callListId, row: 6 })
    expect(whole.participants.map(({ userId }) => userId)).toEqual([people[2]?.userId])
    await real.must('callFirst.close', { callListId })
    expect(await real.call('callFirst.get', { callListId })).toMatchObject({
      ok: false,
      error: { code: 'participant.notOpen' },
    })
  },
)

test(
  'files without a path on disk are held in memory, and together may be no larger than one file',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder('handed')
    const real = await openCore()
    const { callListId } = await real.must('callFirst.begin', { name: 'Dropped' })
    const [first, second, third] = people.map((person) => Buffer.from(writePeopleXml([person])))
    writeFileSync(path.join(folder, 'there.xml'), first ?? '')
    await real.must('callFirst.addFile', {
      callListId,
      name: 'there.xml',
      bytes: first,
      path: path.join(folder, 'there.xml'),
    })
    await real.must('callFirst.addFile', { callListId, name: 'held.xml', bytes: second })
    const padded = Buffer.concat([
      third ?? Buffer.alloc(0),
      Buffer.alloc(64 * 1024 * 1024 - (third?.length ?? 0), ' '),
    ])
    await real.must('callFirst.addFile', { callListId, name: 'too-much.xml', bytes: padded })
    await real.must('callFirst.addFile', {
      callListId,
      name: 'large.xml',
      problem: { code: 'participant.tooLarge', message: 'Too large.' },
    })
    const view = await run(real, callListId)
    expect(
      view.rows.map(({ fileName, problem, figures }) => [
        fileName,
        problem?.code ?? null,
        figures !== null,
      ]),
    ).toEqual([
      ['there.xml', null, true],
      ['held.xml', null, true],
      ['too-much.xml', 'participant.tooLarge', false],
      ['large.xml', 'participant.tooLarge', false],
    ])
    expect(readdirSync(folder)).toEqual(['there.xml'])
  },
)

test(
  'changing the mapping closes the list, because the rows’ participants are then unknown',
  { timeout: 60_000 },
  async () => {
    const real = await openCore()
    const callListId = await openCallList(real)
    const { mapping } = await real.must('mapping.get', {})
    await real.must('mapping.save', {
      mapping: {
        ...mapping,
        name: 'Ours',
        values: { ...mapping.values, userId: ['Participant/@LastName'] },
      },
    })
    expect(await real.call('callFirst.get', { callListId })).toMatchObject({
      ok: false,
      error: { code: 'participant.notOpen' },
    })
  },
)

test(
  'a list that shows saved forecasts logs no participant as viewed',
  { timeout: 60_000 },
  async () => {
    const real = await openCore()
    await run(real, await openCallList(real))
    const again = await real.must('callFirst.get', { callListId: await openCallList(real) })
    expect(withFigures(again)).toHaveLength(people.length)
    const viewed = await real.must('activity.list', { limit: 100, action: 'view' })
    expect(viewed.records).toEqual([])
  },
)
