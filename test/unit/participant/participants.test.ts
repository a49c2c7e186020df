import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readParticipantFile } from '#electron/adapters/files/participant-file.ts'
import { createInspector } from '#electron/core/participant/inspector.ts'
import { maxOpenParticipants } from '#electron/core/participant/open-files.ts'
import { createParticipants } from '#electron/core/participant/participants.ts'
import { createRecents } from '#electron/core/participant/recents.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { plain } from '#test/support/figures/plain.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

const person = (first: string) => `<ParticipantData><Enroll ClientID="C"><ParticipantInfo>
  <Participant UserID="U-${first}" FirstName="${first}" LastName="Quill" DOB="1981-04-02" Gender="F"/>
</ParticipantInfo><ParticipantPlanData><Salary Amount="90000"/></ParticipantPlanData></Enroll></ParticipantData>`
const batch = (...names: string[]) =>
  `<BatchParticipantInput xmlns="http://www.morningstar.com/retirement">${names.map(person).join('')}</BatchParticipantInput>`

const { logger, lines } = createListeningLogger()
const inspector = createInspector({ logger })
let dir: string
let house: ReturnType<typeof recordHouse>
const clock = createManualClock()

const create = () => {
  return createParticipants({
    readFile: readParticipantFile,
    pickFile: async () => picked,
    recents: createRecents({ store: house.store(), logger }),
    examples: [
      {
        id: 'ex-1',
        name: 'Ada',
        age: 24,
        reason: 'A starter.',
        fileName: 'ada.xml',
        xml: batch('Ada'),
      },
    ],
    clock,
    logger,
    inspector,
    onOpened: () => void (reported += 1),
  })
}
/** How many times a file was reported as opened. */
let reported = 0
/** The user's choice in the host's dialog. */
let picked: string | null = null

const file = (name: string, text: string, path?: string) =>
  ({
    kind: 'file',
    name,
    bytes: Buffer.from(text),
    ...(path === undefined ? {} : { path }),
  }) as const

const dirs: string[] = []
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-people-'))
  dirs.push(dir)
  house = recordHouse(join(dir, 'data'))
  reported = 0
  lines.length = 0
})
afterAll(async () => {
  await inspector.close()
  for (const used of dirs) await rm(used, { recursive: true, force: true })
})

describe('the participants module', () => {
  it('opens a file and keeps its text character for character', async () => {
    const participants = create()
    const text = `\uFEFF<?xml version="1.0"?>\r\n${batch('Zoë', 'Ben')}\r\n<!-- end -->`
    const opened = valueOf(await participants.open(file('C:\\people\\zoe.xml', text)))
    expect(opened).toMatchObject({
      fileName: 'zoe.xml',
      encoding: 'UTF-8',
      chosen: 0,
      bytes: Buffer.byteLength(text),
    })
    expect(opened.participants.map(({ firstName }) => firstName)).toEqual(['Zoë', 'Ben'])
    const sent = text.slice(1)
    expect(valueOf(participants.text(opened.handle)).text).toBe(sent)
    expect(opened.sha256).toBe(createHash('sha256').update(sent).digest('hex'))
    expect(opened.characters).toBe(sent.length)
    expect(valueOf(participants.get(opened.handle)).profile?.firstName).toBe('Zoë')
    expect(valueOf(participants.choose(opened.handle, 1)).chosen).toBe(1)
    expect(valueOf(participants.get(opened.handle))).toMatchObject({
      text: sent,
      profile: { firstName: 'Ben' },
    })
    expect(codeOf(participants.choose(opened.handle, 2))).toBe('input.invalid')
    participants.close(opened.handle)
    for (const result of [
      participants.text(opened.handle),
      participants.get(opened.handle),
      participants.choose(opened.handle, 0),
    ]) {
      expect(codeOf(result)).toBe('participant.notOpen')
    }
  })

  it('opens examples, which are not added to recent files', async () => {
    const participants = create()
    expect(participants.examples()).toEqual([
      { id: 'ex-1', name: 'Ada', age: 24, reason: 'A starter.' },
    ])
    expect(valueOf(await participants.open({ kind: 'example', id: 'ex-1' })).fileName).toBe(
      'ada.xml',
    )
    expect(codeOf(await participants.open({ kind: 'example', id: 'ex-9' }))).toBe(
      'participant.fileMissing',
    )
    expect(reported).toBe(1)
    expect(valueOf(await participants.recents())).toEqual([])
  })

  it.each([
    ['participant.empty', ''],
    ['participant.notWellFormed', batch('Ada').slice(0, -5)],
    ['participant.notXml', '{"not":"xml"}'],
    ['participant.doctype', `<!DOCTYPE x [<!ENTITY a "b">]>${batch('Ada')}`],
    ['participant.noParticipant', '<other/>'],
  ])('answers a bad file with %s and continues', async (code, text) => {
    const participants = create()
    expect(codeOf(await participants.open(file('bad.xml', text)))).toBe(code)
    expect(codeOf(await participants.open(file('good.xml', batch('Ada'))))).toBe('ok')
  })

  it('keeps only the handles used most recently', async () => {
    const participants = create()
    const first = valueOf(await participants.open({ kind: 'example', id: 'ex-1' }))
    const second = valueOf(await participants.open({ kind: 'example', id: 'ex-1' }))
    for (let index = 2; index < maxOpenParticipants; index += 1)
      await participants.open({ kind: 'example', id: 'ex-1' })
    valueOf(participants.text(first.handle))
    await participants.open({ kind: 'example', id: 'ex-1' })
    expect(codeOf(participants.text(first.handle))).toBe('ok')
    expect(codeOf(participants.text(second.handle))).toBe('participant.notOpen')
  })
})

describe("the host's own dialog", () => {
  it('opens the chosen file, and remembers it', async () => {
    picked = join(dir, 'chosen.xml')
    await writeFile(picked, batch('Ada'))
    const participants = create()
    const opened = valueOf(await participants.open({ kind: 'dialog' }))
    expect(opened).toMatchObject({ fileName: 'chosen.xml', participants: [{ firstName: 'Ada' }] })
    expect(valueOf(await participants.recents())).toMatchObject([{ fileName: 'chosen.xml' }])
  })

  it('changes nothing if no file was chosen or the file is gone', async () => {
    const participants = create()
    picked = null
    expect(codeOf(await participants.open({ kind: 'dialog' }))).toBe('job.cancelled')
    picked = join(dir, 'gone.xml')
    expect(codeOf(await participants.open({ kind: 'dialog' }))).toBe('participant.fileMissing')
  })
})

describe('recent files', () => {
  it('are not overwritten while the stored list cannot be read', async () => {
    const first = create()
    valueOf(await first.open(file('first.xml', batch('Ada'))))
    expect(valueOf(await first.recents())).toHaveLength(1)
    const later = create()
    house.shutReads(true)
    valueOf(await later.open(file('second.xml', batch('Bo'))))
    expect(valueOf(await later.recents())).toEqual([])
    house.shutReads(false)
    expect(valueOf(await later.recents())).toMatchObject([{ fileName: 'first.xml' }])
  })

  it('survive a restart: a file is read from its path, or from the stored copy with a warning', async () => {
    const path = join(dir, 'people.xml')
    await writeFile(path, batch('Ada', 'Ben'))
    const first = create()
    valueOf(await first.open(file('people.xml', batch('Ada', 'Ben'), path)))
    await writeFile(path, batch('Ada'))
    expect(valueOf(await first.recents())).toMatchObject([
      { fileName: 'people.xml', participantName: 'Ada Quill and 1 more' },
    ])

    const later = create()
    const [recent] = valueOf(await later.recents())
    const again = valueOf(await later.open({ kind: 'recent', id: recent?.id ?? '' }))
    expect(again.participants).toHaveLength(1)
    expect(again.warnings.filter(({ line }) => line === 0)).toEqual([])

    await rm(path)
    const copy = valueOf(await later.open({ kind: 'recent', id: recent?.id ?? '' }))
    expect(copy.participants).toHaveLength(1)
    expect(copy.warnings[0]).toMatchObject({ line: 0 })
    expect(plain(copy.warnings[0]?.message)).toContain(
      'the copy kept when it was opened on Nov 20, 2026',
    )
    expect(valueOf(await later.recents())).toHaveLength(1)
  })

  it('are at most ten, newest first, without duplicates, and can be cleared', async () => {
    const participants = create()
    for (let index = 0; index < 12; index += 1) {
      clock.advance(1000)
      valueOf(await participants.open(file(`p-${index}.xml`, batch(`Ada${index}`))))
    }
    valueOf(await participants.open(file('p-5.xml', batch('Ada5'))))
    const names = valueOf(await participants.recents()).map(({ fileName }) => fileName)
    expect(names).toEqual([
      'p-5.xml',
      ...[11, 10, 9, 8, 7, 6, 4, 3, 2].map((index) => `p-${index}.xml`),
    ])
    valueOf(await participants.forgetRecents())
    expect(valueOf(await participants.recents())).toEqual([])
    expect(valueOf(await create().recents())).toEqual([])
  })

  it('are kept only until the program closes, if there is no keychain', async () => {
    house.secrets.control.state = {
      kind: 'memory',
      reason: 'moduleMissing',
      message: 'libsecret is missing.',
    }
    const participants = create()
    valueOf(await participants.open(file('a.xml', batch('Ada'))))
    const [recent] = valueOf(await participants.recents())
    expect(codeOf(await participants.open({ kind: 'recent', id: recent?.id ?? '' }))).toBe('ok')
    expect(valueOf(await create().recents())).toEqual([])
  })

  it('are reported as missing if the file is gone and was too large for a stored copy', async () => {
    const participants = create()
    const path = join(dir, 'large.xml')
    const large = batch('Ada').replace('</Batch', `<!--${'x'.repeat(6 * 1024 * 1024)}--></Batch`)
    await writeFile(path, large)
    valueOf(await participants.open(file('large.xml', large, path)))
    await rm(path)
    const [recent] = valueOf(await participants.recents())
    expect(codeOf(await participants.open({ kind: 'recent', id: recent?.id ?? '' }))).toBe(
      'participant.fileMissing',
    )
    expect(codeOf(await participants.open({ kind: 'recent', id: 'nobody' }))).toBe(
      'participant.fileMissing',
    )
  })

  it('are read from a path only if the page supplied the same content', async () => {
    const path = join(dir, 'private.xml')
    await writeFile(path, batch('Secret'))
    const participants = create()
    valueOf(await participants.open(file('private.xml', batch('Ada'), path)))
    const [recent] = valueOf(await participants.recents())
    const again = valueOf(await participants.open({ kind: 'recent', id: recent?.id ?? '' }))
    expect(again.participants[0]?.firstName).toBe('Ada')
  })

  it('do not name a participant in the log', () => {
    expect(lines.join('\n')).not.toContain('Quill')
  })
})
