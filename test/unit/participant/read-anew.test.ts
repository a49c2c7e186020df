import { afterAll, expect, test } from 'vitest'
import { createInspector, type Inspector } from '#electron/core/participant/inspector.ts'
import { createParticipants } from '#electron/core/participant/participants.ts'
import { createRecents } from '#electron/core/participant/recents.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { ok } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'
import { valueOf } from '#test/support/results.ts'
import type { Said } from '#shared/strategy/statement/said.ts'
import { plain } from '#test/support/figures/plain.ts'

const { logger } = createListeningLogger()
const inspector = createInspector({ logger })
afterAll(() => inspector.close())

/** A mapping that finds people in elements outside the published outline. */
const inElement = (name: string, firstName = 'FirstName'): ParticipantMapping => ({
  ...publishedMapping,
  name,
  namespaces: [],
  elements: { ...publishedMapping.elements, record: [], participant: [name] },
  values: {
    ...publishedMapping.values,
    userId: [`${name}/@UserID`],
    firstName: [`${name}/@${firstName}`],
  },
})
const ofPerson = (text: string): string => text.replaceAll('Participant', 'Person')
const three =
  '<File>' +
  ['A', 'B', 'C']
    .map((id) => `<Participant UserID="${id}" FirstName="${id}1" Nick="${id}2"/>`)
    .join('') +
  '</File>'
const file = (text: string) =>
  ({ kind: 'file', name: 'people.xml', bytes: Buffer.from(text) }) as const

/**
 * The participants module on the real inspector; `during` runs once, during a job of the given
 * kind.
 */
const create = (first: ParticipantMapping) => {
  let mapping = first
  let waiting: { readonly kind: keyof Inspector; readonly then: () => Promise<void> } | null = null
  let saved = Promise.resolve()
  const meanwhile = async <T>(kind: keyof Inspector, job: Promise<T>): Promise<T> => {
    const done = await job
    if (waiting?.kind === kind) {
      const { then } = waiting
      waiting = null
      saved = then()
    }
    return done
  }
  const clock = createManualClock()
  const participants = createParticipants({
    readFile: async () => ok(null),
    pickFile: async () => null,
    recents: createRecents({ store: recordHouse().store(), logger }),
    examples: [],
    clock,
    logger,
    mapping: () => ({ mapping, damaged: '' }),
    inspector: {
      ...inspector,
      inspect: (bytes, way) => meanwhile('inspect', inspector.inspect(bytes, way)),
      split: (text, index, way) => meanwhile('split', inspector.split(text, index, way)),
      readAgain: (text, way) => meanwhile('readAgain', inspector.readAgain(text, way)),
    },
  })
  const save = async (next: ParticipantMapping): Promise<void> => {
    mapping = next
    await participants.readAnew()
  }
  return {
    participants,
    save,
    during: (kind: keyof Inspector, next: ParticipantMapping) => {
      waiting = { kind, then: () => save(next) }
    },
    saved: () => saved,
  }
}
const messages = ({ warnings }: { readonly warnings: readonly { readonly message: Said }[] }) =>
  warnings.map(({ message }) => plain(message))

test('warnings about the file itself stay after a new mapping, even for a participant opened alone', async () => {
  const { participants, save } = create(inElement('Participant'))
  const declared = `<?xml version="1.0" encoding="UTF-16"?>${three}`
  const why = 'The first line declares "UTF-16", but the file is UTF-8; it was read as UTF-8.'
  const opened = valueOf(await participants.open(file(declared)))
  expect(messages(opened)).toContain(why)
  await save(inElement('Participant', 'Nick'))
  const anew = valueOf(participants.current(opened.handle))
  expect(anew.participants.map(({ firstName }) => firstName)).toEqual(['A2', 'B2', 'C2'])
  expect(messages(anew).filter((message) => message === why)).toHaveLength(1)
  const alone = valueOf(await participants.openOnly(opened.handle, 1))
  expect(messages(alone).filter((message) => message === why)).toHaveLength(1)
  await save(inElement('Participant'))
  expect(
    messages(valueOf(participants.current(alone.handle))).filter((message) => message === why),
  ).toHaveLength(1)

  const [recent] = valueOf(await participants.recents())
  const copy = valueOf(await participants.open({ kind: 'recent', id: recent?.id ?? '' }))
  expect(plain(copy.warnings[0]?.message)).toContain('the copy kept when it was opened')
  await save(inElement('Participant', 'Nick'))
  expect(plain(valueOf(participants.current(copy.handle)).warnings[0]?.message)).toContain(
    'the copy kept when it was opened',
  )
})

test('the chosen participant stays if the number of people is the same; otherwise the first is chosen', async () => {
  const { participants, save } = create(inElement('Participant'))
  const { handle } = valueOf(
    await participants.open(
      file(`${three.slice(0, -7)}<Person UserID="X"/><Person UserID="Y"/></File>`),
    ),
  )
  valueOf(participants.choose(handle, 1))
  await save(inElement('Participant', 'Nick'))
  expect(valueOf(participants.get(handle)).profile?.firstName).toBe('B2')
  await save(inElement('Person'))
  expect(valueOf(participants.get(handle)).profile?.userId).toBe('X')
})

test('a file that is being opened while a mapping is saved is read with the new mapping', async () => {
  const { participants, during, saved } = create(inElement('Participant'))
  during('inspect', inElement('Participant', 'Nick'))
  expect(
    valueOf(await participants.open(file(three))).participants.map(({ firstName }) => firstName),
  ).toEqual(['A2', 'B2', 'C2'])
  during('inspect', inElement('Person'))
  expect(valueOf(await participants.open(file(ofPerson(three)))).participants).toHaveLength(3)
  await saved()
})

test.each(['split', 'readAgain'] as const)(
  'a participant who is being opened alone (%s) while a mapping is saved is read with the new mapping',
  async (kind) => {
    const { participants, during, saved } = create(inElement('Participant'))
    const { handle } = valueOf(await participants.open(file(three)))
    during(kind, inElement('Participant', 'Nick'))
    const alone = valueOf(await participants.openOnly(handle, 1))
    expect(alone.participants).toMatchObject([{ userId: 'B', firstName: 'B2' }])
    await saved()
  },
)

test('an index in an outdated list neither opens nor splits anything', async () => {
  const { participants, save } = create(inElement('Participant'))
  const { handle } = valueOf(
    await participants.open(
      file(`<File><Person UserID="X"/><Person UserID="Y"/>${three.slice(6)}`),
    ),
  )
  const saving = save(inElement('Person'))
  for (const refused of await Promise.all([
    participants.openOnly(handle, 1),
    participants.split(handle),
  ])) {
    expect(refused).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
  }
  await saving
  const same = save(inElement('Person', 'Nick'))
  expect(valueOf(await participants.openOnly(handle, 0)).participants).toMatchObject([
    { userId: 'X' },
  ])
  await same
})

test('the later of two saved mappings is used, even if the earlier one finds nobody', async () => {
  const { participants, save } = create(inElement('Participant'))
  const { handle } = valueOf(await participants.open(file(three)))
  await Promise.all([save(inElement('Nobody')), save(inElement('Participant', 'Nick'))])
  expect(valueOf(participants.get(handle)).profile?.firstName).toBe('A2')
})
