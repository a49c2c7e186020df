import { expect, test } from 'vitest'
import { decodeParticipantBytes } from '#electron/core/participant/decode-bytes.ts'
import { splitBytes } from '#electron/core/participant/inspect.ts'
import { splitNames } from '#electron/core/participant/splits.ts'
import { readParticipantXml, splitFile } from '#shared/participant/read-records.ts'
import { sliceOf } from '#shared/participant/split-participants.ts'
import { valueOf } from '#test/support/results.ts'

const slicesOf = (text: string): readonly string[] =>
  valueOf(splitFile(text)).map((ranges) => sliceOf(text, ranges))

const person = (id: string, name: string) =>
  `<Enroll ClientID="C"><ParticipantInfo><Participant UserID="${id}" FirstName='${name}'  LastName="O&apos;Neil"/></ParticipantInfo>\r\n    <!-- own --><ParticipantPlanData><Salary Amount="9"/><InstAcct PlanID="P" PlanType="401K"/></ParticipantPlanData></Enroll>`
const head =
  '<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- before -->\r\n<BatchParticipantInput xmlns="http://www.morningstar.com/retirement" Count="3">\r\n  <Header>kept</Header>'
const file = `${head}\r\n  <!-- Ada is next -->\r\n  ${person('A', 'Ada 😀')}\r\n  ${person('B', 'Bea')}\r\n  <?note about=Cal?>\r\n  ${person('C', 'Cal')}\r\n  <Trailer/>\r\n</BatchParticipantInput>\r\n<!-- after -->\n`

test('each participant is cut out, together with everything around the participants, character for character', () => {
  const tail = '\r\n  <Trailer/>\r\n</BatchParticipantInput>\r\n<!-- after -->\n'
  expect(slicesOf(file)).toEqual([
    `${head}\r\n  ${person('A', 'Ada 😀')}${tail}`,
    `${head}\r\n  ${person('B', 'Bea')}${tail}`,
    `${head}\r\n  ${person('C', 'Cal')}${tail}`,
  ])
})

test('nested groups, CDATA and a group with only one participant can be split', () => {
  const lone = `<Group n="1"><!-- stays --><![CDATA[<Enroll>&]]>${person('A', 'Ada')}</Group>`
  const text = `<All xmlns="http://www.morningstar.com/retirement">${lone} <Group n="2">text${person('B', 'Bea')}<!-- x > y --> ${person('C', 'Cal')} </Group></All>`
  expect(slicesOf(text)).toEqual([
    `<All xmlns="http://www.morningstar.com/retirement">${lone}</All>`,
    `<All xmlns="http://www.morningstar.com/retirement"> <Group n="2">text${person('B', 'Bea')} </Group></All>`,
    `<All xmlns="http://www.morningstar.com/retirement"> <Group n="2">text ${person('C', 'Cal')} </Group></All>`,
  ])
})

test('the only participant of a file is cut out unchanged', () => {
  const text = `${head}<!-- x -->${person('A', 'Ada')}</BatchParticipantInput>`
  expect(slicesOf(text)).toEqual([text])
})

test('a file without blanks between its tags, as programs write it, can be split', () => {
  const wrapped = (people: string, space = '') => `<Batch><Data>${people}</Data${space}></Batch>`
  for (const space of ['', ' ', '\n']) {
    expect(slicesOf(wrapped(person('A', 'Ada') + person('B', 'Bea'), space))).toEqual([
      wrapped(person('A', 'Ada'), space),
      wrapped(person('B', 'Bea'), space),
    ])
  }
})

test.each([
  [
    'data beside the participants',
    '<P><Participant UserID="A"/><Salary Amount="1"/><Participant UserID="B"/><Salary Amount="2"/></P>',
  ],
  [
    'one inside another',
    '<Enroll ClientID="C"><Participant UserID="A"><Participant UserID="B"/></Participant></Enroll>',
  ],
])('participants whose data cannot be told apart are not split: %s', (_what, text) => {
  const split = splitFile(text)
  expect(!split.ok && split.error.code).toBe('participant.notSplit')
})

test('500 participants can be split in every encoding', () => {
  const text = `<?xml version="1.0" encoding="ENC"?><BatchParticipantInput>${Array.from({ length: 500 }, (_, index) => person(`U${index}`, `Zoë ${index}`)).join('\n')}</BatchParticipantInput>`
  for (const [encoding, mark, name] of [
    ['UTF-8', true, 'UTF-8'],
    ['UTF-16 LE', true, 'UTF-16'],
    ['UTF-16 BE', false, 'UTF-16'],
    ['windows-1252', false, 'windows-1252'],
  ] as const) {
    const own = valueOf(splitBytes({ text: text.replace('ENC', name), encoding, mark }, {}, null))
    expect(own).toHaveLength(500)
    const last = valueOf(decodeParticipantBytes(own[499]?.bytes ?? new Uint8Array()))
    expect(last).toMatchObject({ encoding, mark, warnings: [] })
    expect(
      valueOf(readParticipantXml(last.text)).participants.map(
        ({ userId, firstName }) => `${userId} ${firstName}`,
      ),
    ).toEqual(['U499 Zoë 499'])
  }
})

test('file names are safe and unique', () => {
  const people = valueOf(
    readParticipantXml(
      `<P>${['a/b', 'A\\B', '', ''].map((name) => `<Enroll ClientID="C"><Participant UserID="" FirstName="${name}"/></Enroll>`).join('')}</P>`,
    ),
  ).participants
  expect(splitNames(people)).toEqual([
    'a-b.xml',
    'A-B (2).xml',
    'Participant 3.xml',
    'Participant 4.xml',
  ])
})

test('thousands of people with the same name each get a file, without delay', () => {
  const [person] = valueOf(
    readParticipantXml(
      '<P><Enroll ClientID="C"><Participant UserID="" FirstName="Ann"/></Enroll></P>',
    ),
  ).participants
  if (!person) throw new Error('nobody was read')
  const numbered = { ...person, firstName: 'Ann (2)' }
  const started = performance.now()
  const names = splitNames([person, numbered, ...Array.from({ length: 8000 }, () => person)])
  expect(new Set(names).size).toBe(8002)
  expect(names.slice(0, 4)).toEqual(['Ann.xml', 'Ann (2).xml', 'Ann (3).xml', 'Ann (4).xml'])
  // Milliseconds; counting equal names again for each participant took minutes.
  expect(performance.now() - started).toBeLessThan(10_000)
})
