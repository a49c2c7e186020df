import { expect, test } from 'vitest'
import {
  areNamesakes,
  resultsOf,
  samePerson,
  sameWhom,
  type Whom,
} from '#shared/records/same-whom.ts'

const carol = { participantId: 'P-1', name: 'Carol Reyes', firstName: 'Carol', lastName: 'Reyes' }
const born = { dateOfBirth: '1959-03-02' }
const whom = (over: Partial<Whom['subject']>, file = ''): Whom => ({
  subject: { ...carol, ...over },
  fileSha256: file,
})

test.each<[why: string, one: Whom, other: Whom, same: boolean]>([
  ['the same id', whom({}), whom({ participantId: ' p-1 ' }), true],
  ['the same id and date of birth', whom(born), whom(born), true],
  ['the same id, and only one file has a date of birth', whom(born), whom({}), true],
  [
    'the same id with another date of birth',
    whom(born),
    whom({ dateOfBirth: '2031-03-02' }),
    false,
  ],
  ['the same id with another last name', whom({}), whom({ lastName: 'Hall' }), false],
  [
    'the same id with another last name in a name known only as a whole',
    whom({}),
    { subject: { participantId: 'P-1', name: 'Carol Hall' } },
    false,
  ],
  ['the same id with a second last name', whom({}), whom({ lastName: 'Réyes-Hall' }), true],
  ['the same id, and one without a name', whom({}), whom({ name: '', lastName: '' }), true],
  [
    'other ids, the rest alike',
    whom(born, 'f'),
    whom({ ...born, participantId: 'P-2' }, 'f'),
    false,
  ],
  ['an id on one side only', whom(born), whom({ ...born, participantId: '' }), false],
])('the same person is recognized by id, name and date of birth: %s', (_why, one, other, same) => {
  expect(samePerson(one, other)).toBe(same)
  expect(samePerson(other, one)).toBe(same)
})

test.each([
  ['Reyes Jr.', 'Hall Jr.'],
  ['Smith III', 'Jones III'],
  ['de la Cruz', 'de la Rosa'],
  ['Van Dyke', 'Van Buren'],
  ['Abu Bakr', 'Abu Salem'],
  ['O’Brien', 'Brien'],
  // These differ in vowel signs, which are not accents.
  ['राम', 'रमा'],
])('with the same id, %s and %s are different people', (lastName, other) => {
  expect(samePerson(whom({ lastName }), whom({ lastName: other }))).toBe(false)
  expect(samePerson(whom({ lastName: other }), whom({ lastName }))).toBe(false)
})

test.each([
  ["O'Brien", 'O’Brien'],
  ["O'Brien", 'O Brien'],
  ["O'Brien", 'O`Brien'],
  ["O'Brien", 'O\u00B4Brien'],
  ["O'Brien", 'O\u02BCBrien'],
  ['Wałęsa', 'Walesa'],
  ['Søren', 'SOREN'],
  ['Strauß', 'Strauss'],
  ['Işık', 'Isik'],
  ['İnan', 'Inan'],
  ['Reyes-Hall', 'Reyes\u2010Hall'],
  ['Reyes-Hall', 'Reyes\u2011Hall'],
  ['Reyes-Hall', 'Reyes–Hall'],
  ['Reyes', 'Reyes–Hall'],
  ['De La Cruz', 'Delacruz'],
  ['Mc Donald', 'McDonald'],
  ['Smith,Jr', 'Smith'],
  ['Smith IV', 'Smith'],
  ['V', 'v.'],
])('with the same id, %s and %s are the same person', (lastName, other) => {
  expect(samePerson(whom({ lastName }), whom({ lastName: other }))).toBe(true)
  expect(samePerson(whom({ lastName: other }), whom({ lastName }))).toBe(true)
})

test.each([
  ['Müller', 'Mueller', true],
  ['Jörg Schön', 'Joerg Schoen', true],
  ['MU\u0308LLER', 'Mueller', true],
  ['Müller', 'Muller', true],
  // These are two different names.
  ['Muller', 'Mueller', false],
  ['Müller', 'Miller', false],
  ['Bauer', 'Baür', true],
])(
  'with the same id and date of birth, %s and %s are the same person: %s',
  (lastName, other, same) => {
    const [one, two] = [whom({ ...born, lastName }), whom({ ...born, lastName: other })]
    expect([samePerson(one, two), samePerson(two, one)]).toEqual([same, same])
  },
)

test('Müller and Mueller are the same person only with the same id and date of birth', () => {
  const other = { ...born, lastName: 'Mueller' }
  expect(samePerson(whom({ lastName: 'Müller' }), whom(other))).toBe(false)
  expect(
    samePerson(whom({ ...other, lastName: 'Müller' }), whom({ ...other, participantId: 'P-2' })),
  ).toBe(false)
  const named = (name: string) => whom({ ...born, participantId: '', name })
  expect(samePerson(named('Carol Müller'), named('Carol Mueller'))).toBe(false)
})

const noId = { participantId: '' }
test.each<[why: string, one: Whom, other: Whom, same: boolean]>([
  ['name and date of birth', whom({ ...noId, ...born }), whom({ ...noId, ...born }), true],
  ['the name alone', whom(noId), whom(noId), false],
  ['the name, and a date of birth on one side', whom({ ...noId, ...born }), whom(noId), false],
  [
    'the same file',
    whom(noId, 'f'),
    { subject: whom(noId).subject, likeness: { file: 'f' } },
    true,
  ],
  [
    'a name with and without its generation',
    whom({ ...noId, ...born, name: 'Carol Smith Jr.' }),
    whom({ ...noId, ...born, name: 'Carol Smith' }),
    true,
  ],
  [
    'a name with and without its hyphen',
    whom({ ...noId, ...born, name: 'Carol Reyes-Hall' }),
    whom({ ...noId, ...born, name: 'Carol Reyes Hall' }),
    true,
  ],
  [
    'a second last name',
    whom({ ...noId, ...born }),
    whom({ ...noId, ...born, name: 'Carol Reyes-Hall' }),
    false,
  ],
  ['another file', whom(noId, 'f'), whom(noId, 'g'), false],
  ['nothing at all', whom({ ...noId, name: '' }), whom({ ...noId, name: '' }), false],
])(
  'without ids, the same person is recognized by name and date of birth, or by the file: %s',
  (_why, one, other, same) => {
    expect(samePerson(one, other)).toBe(same)
  },
)

test('a file with several participants matches only itself', () => {
  const several = (among: string) => ({
    participantId: '',
    name: '2 participants',
    among: [{ participantId: among, name: '' }],
  })
  expect(samePerson(whom(several('A'), 'f'), whom(several('A'), 'f'))).toBe(true)
  expect(samePerson(whom(several('A'), 'f'), whom(several('A'), 'g'))).toBe(false)
  expect(samePerson(whom(several('A'), 'f'), whom(noId, 'f'))).toBe(false)
})

test('participants of another service are different people, and namesakes are different people with the same id or name', () => {
  const at = (each: Whom, place = 'p') => ({ ...each, environment: { id: 'env', place } })
  expect(sameWhom(at(whom(born)), at(whom(born)))).toBe(true)
  expect(sameWhom(at(whom(born)), at(whom(born), 'q'))).toBe(false)
  const later = { dateOfBirth: '1960-03-02' }
  expect(areNamesakes(at(whom(born)), at(whom(later)))).toBe(true)
  expect(areNamesakes(at(whom(born)), at(whom(later), 'q'))).toBe(false)
  expect(areNamesakes(at(whom(born)), at(whom(born)))).toBe(false)
  expect(areNamesakes(at(whom(noId, 'f')), at(whom(noId, 'g')))).toBe(true)
  expect(areNamesakes(at(whom(noId)), at(whom({ ...noId, name: 'Dan Ito' })))).toBe(false)
})

test('a result that fits two people belongs to neither, and a participant who fits two people gets the results of neither', () => {
  const [alice, bob] = [whom({ dateOfBirth: '1970-01-01' }), whom({ dateOfBirth: '1990-01-01' })]
  const unknown = whom({})
  expect(resultsOf(unknown, [unknown, alice, bob])).toEqual([unknown])
  expect(resultsOf(alice, [unknown, alice, bob])).toEqual([alice])
  expect(resultsOf(bob, [unknown, alice, bob])).toEqual([bob])
  expect(resultsOf(unknown, [alice])).toEqual([alice])
  expect(resultsOf(alice, [unknown])).toEqual([unknown])
  const [reyes, both, hall] = ['Reyes', 'Reyes-Hall', 'Hall'].map((lastName) => whom({ lastName }))
  if (reyes === undefined || both === undefined || hall === undefined) throw new Error('no names')
  expect(resultsOf(both, [reyes, hall])).toEqual([])
  expect(resultsOf(both, [reyes])).toEqual([reyes])
})
