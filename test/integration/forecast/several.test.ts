import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { mappingPresets, publishedMapping } from '#shared/participant/mapping-presets.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type Around, type RealCore } from '#test/support/worlds/real-core.ts'
import path from 'node:path'

let house: RealCore | null = null
afterEach(async () => {
  await house?.core.close()
  house = null
})
const open = async (around: Around = {}): Promise<RealCore> => {
  const dataDir = path.join(temporaryFolder('several'), 'data')
  mkdirSync(dataDir)
  house = await openRealCore(dataDir, around)
  return house
}
const three = personSpecs.slice(0, 3)
const [, bea] = three
const xml = writePeopleXml(three)
const file = { kind: 'file', name: 'team.xml', bytes: Buffer.from(xml) } as const
const enroll = (handle: string): SubmissionDraft => ({
  operation: 'enroll',
  handle,
  enrollmentInfo: [
    { PlanId: bea?.plans[0]?.planId ?? '', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
  ],
  inputs: {},
})

test(
  'a file of three participants is not sent, but one participant opened alone gets an answer',
  { timeout: 60_000 },
  async () => {
    const { must, call, training } = await open()
    const opened = await must('participant.open', file)
    await must('participant.choose', { handle: opened.handle, index: 1 })
    const forecast = { operation: 'forecast', inputs: {}, jobId: 'j' } as const
    for (const refused of [
      await call('forecast.run', { handle: opened.handle, ...forecast }),
      await call('submission.review', enroll(opened.handle)),
    ]) {
      expect(refused).toMatchObject({ ok: false, error: { code: 'participant.several' } })
    }
    expect(training.counts().received.forecast + training.counts().received.enroll).toBe(0)
    expect(await must('records.list', {})).toEqual([])

    const alone = await must('participant.openOnly', { handle: opened.handle, index: 1 })
    expect(alone).toMatchObject({
      chosen: 0,
      partOf: { fileName: 'team.xml', number: 2, participants: 3 },
    })
    expect(alone.participants.map(({ userId }) => userId)).toEqual([bea?.userId])
    const { text } = await must('participant.text', { handle: alone.handle })
    const own = xml.match(/\s*<(ParticipantData|Enroll)\b[^]*?<\/\1>/g) ?? []
    const blocks = own.length === 3 ? own : (xml.match(/\s*<Enroll [^]*?<\/Enroll>/g) ?? [])
    expect(blocks).toHaveLength(3)
    expect(text).toBe(xml.replace(blocks[0] ?? '', '').replace(blocks[2] ?? '', ''))

    const saved = await must('forecast.run', { handle: alone.handle, ...forecast })
    expect(saved.subject.participantId).toBe(bea?.userId)
    expect(saved.communication.text).toContain(
      `Answered for ${saved.subject.name} (${bea?.userId}).`,
    )
    const review = await must('submission.review', enroll(alone.handle))
    const receipt = await must('submission.send', { submissionId: review.submissionId })
    expect(receipt).toMatchObject({ outcome: 'accepted', subject: { participantId: bea?.userId } })
    expect(receipt.result?.rkTransactionMessage).toContain(`(${bea?.userId}) was enrolled`)
  },
)

test(
  'the answer about a file of several participants is not saved under one participant’s name',
  { timeout: 60_000 },
  async () => {
    const { must, training } = await open()
    const started = await training.start()
    if (!started.ok) throw new Error(started.error.message)
    const environment = await must('environments.save', {
      name: 'Takes several',
      kind: 'uat',
      baseUrl: started.value,
      clientId: 'TRAINING',
      credentialStyle: 'basic',
      takesSeveral: true,
    })
    expect(environment.takesSeveral).toBe(true)
    await must('credentials.save', {
      environmentId: environment.id,
      credentials: { style: 'basic', clientId: 'training', clientSecret: 'training' },
    })
    await must('environments.select', { environmentId: environment.id })
    const { handle } = await must('participant.open', file)
    await must('participant.choose', { handle, index: 1 })
    const saved = await must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: {},
      jobId: 'j',
    })
    expect(saved).toMatchObject({
      profile: null,
      subject: { participantId: '', name: '3 participants' },
    })
    expect(saved.subject.among).toHaveLength(3)
    const first = `${three[0]?.firstName} ${three[0]?.lastName} (${three[0]?.userId}, the first of 3 participants in the file)`
    expect(saved.communication.text).toContain(`<Note>Answered for ${first}.</Note>`)
    const [item] = await must('records.list', {})
    expect(item?.subject.name).toBe('3 participants')
  },
)

test(
  'a file is split into a new folder each time, and existing files stay',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder('split')
    mkdirSync(path.join(folder, 'team split'))
    writeFileSync(path.join(folder, 'team split', 'mine.txt'), 'mine')
    let answer: string | null = null
    const { must, call } = await open({ pickFolder: async () => answer })
    const { handle } = await must('participant.open', {
      ...file,
      bytes: Buffer.from(`\uFEFF${xml}`, 'utf16le'),
    })
    expect(await must('participant.split', { handle })).toBeNull()
    answer = folder
    expect(await must('participant.split', { handle })).toEqual({
      folder: 'team split (2)',
      files: 3,
    })
    expect(readdirSync(path.join(folder, 'team split'))).toEqual(['mine.txt'])
    const names = readdirSync(path.join(folder, 'team split (2)'))
    expect(names).toHaveLength(3)
    const own = names.find((name) => name.includes(bea?.userId ?? '?')) ?? ''
    const bytes = readFileSync(path.join(folder, 'team split (2)', own))
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe])
    const opened = await must('participant.open', { kind: 'file', name: own, bytes })
    expect(opened.participants.map(({ userId }) => userId)).toEqual([bea?.userId])
    answer = path.join(folder, 'gone')
    expect(await call('participant.split', { handle })).toMatchObject({
      ok: false,
      error: { code: 'export.folderGone' },
    })
  },
)

test(
  'saving another mapping reads the open file again, and closes the file if the mapping finds nobody',
  { timeout: 60_000 },
  async () => {
    const { must, call, core } = await open()
    const told: string[] = []
    core.events.on((event, payload) => {
      if (event === 'participant.readAnew' && 'handle' in payload) told.push(payload.handle)
    })
    const { handle } = await must('participant.open', {
      ...file,
      bytes: Buffer.from(writePeopleXml(three.slice(0, 1))),
    })
    const mapping = {
      ...publishedMapping,
      name: 'Ours',
      values: { ...publishedMapping.values, userId: ['Participant/@LastName'] },
    }
    const preview = await must('mapping.preview', { handle, mapping })
    expect(preview?.found['userId']).toMatchObject({ by: 'Participant/@LastName' })
    expect((await must('participant.current', { handle })).participants[0]?.userId).toBe(
      three[0]?.userId,
    )
    await must('mapping.save', { mapping })
    expect((await must('participant.current', { handle })).participants[0]?.userId).toBe(
      preview?.found['userId']?.text,
    )
    await must('mapping.save', { mapping: mappingPresets[2] ?? mapping })
    expect(await call('participant.current', { handle })).toMatchObject({
      ok: false,
      error: { code: 'participant.notOpen' },
    })
    expect(told).toEqual([handle, handle])
    expect((await must('mapping.get', {})).mapping.name).toBe('Employee census')
  },
)
