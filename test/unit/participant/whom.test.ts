import { expect, test } from 'vitest'
import { mostTogether, whomItMeans } from '#electron/core/participant/whom.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'

const file = (people: readonly (readonly [id: string, client: string])[]) => {
  const text = `<P>${people.map(([id, client]) => `<Enroll ClientID="${client}"><Participant UserID="${id}" FirstName="N" LastName="${id}"/></Enroll>`).join('')}</P>`
  const reading = readParticipantXml(text)
  if (!reading.ok) throw new Error(reading.error.message)
  const { participants } = reading.value
  return { profile: participants[1] ?? participants[0] ?? null, participants }
}
const taking = { name: 'UAT', takesSeveral: true }

test('a file with one participant is always about that participant', () => {
  const whom = whomItMeans(file([['A', 'C']]), { name: 'Training' })
  expect(whom.ok && whom.value).toMatchObject({
    subject: { participantId: 'A', name: 'N A' },
    profile: { userId: 'A' },
  })
})

test('a file with several participants is refused unless the environment accepts several, and its subject then has no participant id', () => {
  const several = file([
    ['A', 'C'],
    ['B', 'C'],
  ])
  const refused = whomItMeans(several, { name: 'Training' })
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'participant.several',
      message:
        'The file holds 2 participants, and Training takes files of one participant only. Nothing was sent.',
    },
  })
  expect(whomItMeans(several, taking)).toEqual({
    ok: true,
    value: {
      profile: null,
      subject: {
        participantId: '',
        name: '2 participants',
        among: [
          { participantId: 'A', name: 'N A' },
          { participantId: 'B', name: 'N B' },
        ],
      },
    },
  })
})

test.each([
  [
    'an id is missing',
    [
      ['A', 'C'],
      ['', 'C'],
    ],
    '1 of them has no id',
  ],
  [
    'two ids look the same',
    [
      ['A', 'C'],
      ['Ｂ', 'C'],
      [' b', 'C'],
    ],
    'the id',
  ],
  [
    'their client ids differ',
    [
      ['A', 'C'],
      ['B', 'D'],
    ],
    'participants of 2 different clients',
  ],
  [
    'there are too many',
    Array.from({ length: mostTogether + 1 }, (_, index) => [`U${index}`, 'C'] as const),
    `at most ${mostTogether}`,
  ],
] as const)('several participants are not sent together if %s', (_what, people, words) => {
  const refused = whomItMeans(file(people), taking)
  expect(refused.ok ? '' : refused.error.code).toBe('participant.several')
  expect(refused.ok ? '' : refused.error.message).toContain(words)
})
