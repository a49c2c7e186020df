import { expect, test } from 'vitest'
import { inspect } from '#electron/core/participant/inspect.ts'
import { misfitsOf } from '#shared/participant/trace.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'

/** Tests that implausible values reveal a mapping made for other files. */

const person = (id: string, first: string, last: string, born: string): string =>
  `<Enroll ClientID="ACME"><ParticipantInfo><Participant UserID="${id}" FirstName="${first}" LastName="${last}" DOB="${born}"><Addr><City>Columbus</City><State>OH</State></Addr></Participant></ParticipantInfo><ParticipantPlanData><Salary Amount="50000"/><InstAcct PlanID="P1" PlanType="401K" Status="Active"/></ParticipantPlanData></Enroll>`
const file = (...people: readonly string[]): string =>
  `<BatchParticipantInput><ParticipantData>${people.join('')}</ParticipantData></BatchParticipantInput>`
const ada = person('A-1', 'Ada', 'Quill', '1980-04-12')
const bea = person('B-2', 'Bea', 'Quill', '1985-01-02')

const idAt = (...userId: readonly string[]): ParticipantMapping => ({
  ...publishedMapping,
  values: { ...publishedMapping.values, userId: [...userId] },
})
const read = (text: string, mapping: ParticipantMapping) => {
  const reading = readParticipantXml(text, { mapping })
  if (!reading.ok) throw new Error(reading.error.message)
  return misfitsOf(reading.value.participants)
}

test.each([
  [['Participant/@LastName'], 'Ada Quill has the id “Quill”, which is the last name, too.'],
  [['Participant/@FirstName'], 'Ada Quill has the id “Ada”, which is the first name, too.'],
  [['Participant/@DOB'], 'Ada Quill has the id “1980-04-12”, which is the date of birth, too.'],
  [['Enroll/@ClientID'], 'Ada Quill has the id “ACME”, which is the ClientId, too.'],
  [['Addr/State'], 'Ada Quill has the id “OH”, which is the state, too.'],
  [['Employee/@Number'], 'No participant id was found.'],
])('ids read from %s are reported as unlikely', (places, misfit) => {
  expect(read(file(ada), idAt(...places))).toEqual([misfit])
})

test('one id for different people is reported, but a repeated person is not', () => {
  const mapping = idAt('Participant/@LastName')
  expect(read(file(ada, bea), mapping)).toEqual([
    '2 participants have an id which is the last name, too, for example “Quill” of Ada Quill.',
    'Ada Quill and Bea Quill have the same id, “Quill”.',
  ])
  const [four, five] = [person('7', 'Dan', 'Reyes', ''), person('7 ', 'Eve', 'Reyes', '')]
  expect(read(file(four, five), publishedMapping)).toEqual([
    'Dan Reyes and Eve Reyes have the same id, “7”.',
  ])
  expect(read(file(ada, ada), publishedMapping)).toEqual([])
})

test('names and plans that every participant lacks are reported', () => {
  const foreign: ParticipantMapping = {
    ...publishedMapping,
    values: { ...publishedMapping.values, firstName: ['A/@B'], lastName: [], planId: ['Plan/@No'] },
  }
  expect(read(file(ada), foreign)).toEqual(['No name was found.', 'No plan was found.'])
})

test.each([
  'A-1',
  '100482',
  '19800413',
  'JDOE',
  'jdoe',
  'Jdoe',
  'P-2024-01-15',
  'ada.quill',
  '004-12-1980',
])('the id %s is not reported', (userId) => {
  expect(misfitsOf([aProfile({ userId })])).toEqual([])
})

test('an id that looks like a name of several words is reported', () => {
  expect(misfitsOf([aProfile({ userId: 'Lovelace, Ada' })])).toEqual([
    expect.stringMatching(/has the id “Lovelace, Ada”, which is written like a name\.$/),
  ])
})

test('an id that is a date of birth is recognized in any notation', () => {
  for (const userId of ['19800412', '04/12/1980', '12.04.1980', '1980/4/12'])
    expect(misfitsOf([aProfile({ userId })])).toHaveLength(1)
})

test('without participants nothing is reported', () => {
  expect(misfitsOf([])).toEqual([])
})

test('the preview in Settings reports misfits for the whole file', () => {
  const preview = inspect({
    kind: 'preview',
    text: file(ada, bea),
    index: 0,
    mapping: idAt('Participant/@LastName'),
    today: '2026-11-23',
  })
  expect(preview).toMatchObject({
    ok: true,
    value: {
      participants: 2,
      misfits: [
        '2 participants have an id which is the last name, too, for example “Quill” of Ada Quill.',
        'Ada Quill and Bea Quill have the same id, “Quill”.',
      ],
    },
  })
})
