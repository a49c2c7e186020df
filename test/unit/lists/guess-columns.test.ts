import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessColumns, looksLikeHeader } from '#electron/core/lists/file/guess-columns.ts'

const namesIn = (names: readonly string[], ...sample: string[][]) => {
  const { firstName, lastName } = guessColumns(names, sample).mapping
  return [firstName === null ? null : names[firstName], lastName === null ? null : names[lastName]]
}

describe('names of people', () => {
  test.each([
    ['First Name', 'Last Name'],
    ['FIRST_NAME', 'LAST_NAME'],
    ['firstName', 'lastName'],
    ['First', 'Last'],
    ['Given', 'Family'],
    ['Given name', 'Family name'],
    ['Given Name(s)', 'Surname'],
    ['Forename', 'Surname'],
    ['Forename(s)', 'Surname(s)'],
    ['Name (First)', 'Name (Last)'],
    ['Participant Given Name', 'Participant Family Name'],
    ['Participant’s first name', 'Participant’s last name'],
    ['Employee First', 'Employee Last'],
    ['Vorname', 'Nachname'],
    ['Vorname', 'Familienname'],
    ['Prénom', 'Nom de famille'],
    ['Voornaam', 'Achternaam'],
    ['Given', 'Last name'],
    ['Fname', 'Family'],
  ])('are found under the headings %s and %s, in any order', (first, last) => {
    const sample = ['P-1', 'Zoë', 'García', 'ACME']
    expect(namesIn(['ID', first, last, 'Plan'], sample)).toEqual([first, last])
    expect(namesIn(['ID', last, first, 'Plan'], sample)).toEqual([first, last])
  })

  test('are taken from the more specific of two headings', () => {
    expect(namesIn(['Given', 'First name', 'Family', 'Last name'])).toEqual([
      'First name',
      'Last name',
    ])
  })

  test.each([
    'Name',
    'Full name',
    'Preferred name',
    'Middle name',
    'Maiden name',
    'Spouse first name',
    'First contact',
    'Last login',
    'Last name of spouse',
    'Family status',
    'Family size',
    'Given consent',
    'Forgiven',
    'Firstborn',
    'Lastschrift',
    'Nom',
    'Blast',
    'Beneficiary surname',
    'Plan name',
    'Username',
    'Nachname der Mutter',
  ])('are not found under the heading “%s”', (heading) => {
    expect(namesIn([heading])).toEqual([null, null])
    expect(namesIn([heading, 'Given name', 'Surname'])).toEqual(['Given name', 'Surname'])
  })

  test.each(['First', 'Last', 'Given', 'Family'])(
    'are not guessed from the ambiguous heading “%s” alone',
    (heading) => {
      expect(namesIn(['ID', heading, 'Plan'])).toEqual([null, null])
    },
  )

  test('are not taken from a column of dates or amounts', () => {
    expect(
      namesIn(
        ['First', 'Last', 'Plan'],
        ['2019-04-01', '2026-11-02', 'A'],
        ['2020-01-15', '', 'B'],
      ),
    ).toEqual([null, null])
    expect(namesIn(['First name', 'Last', 'Plan'], ['Zoë', '2026-11-02', 'A'])).toEqual([
      'First name',
      null,
    ])
    expect(namesIn(['Given', 'Family'], ['', ''])).toEqual(['Given', 'Family'])
  })

  test('are never found under a heading that merely contains a known one', () => {
    const heading = fc.constantFrom(
      'First name',
      'Given',
      'Surname',
      'Family',
      'Last',
      'Forename',
      'Nachname',
      'Vorname',
    )
    const around = fc.string({
      unit: fc.constantFrom('b', 'c', 'd', 'g', 'h', 'j', 'k', 'q', 'w', 'x', 'z'),
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(heading, around, fc.boolean(), (known, more, before) => {
        const name = before ? more + known : known + more
        expect(namesIn([name, 'ID'])).toEqual([null, null])
      }),
      { seed: 20_261_122, numRuns: 500 },
    )
  })
})

describe('the other fields', () => {
  test('are guessed from their headings, and each column is used once', () => {
    const names = ['Member ID', 'Given', 'Family', 'Plan', 'Type', 'Reason']
    expect(guessColumns(names, []).mapping).toEqual({
      participantId: 0,
      firstName: 1,
      lastName: 2,
      planId: 3,
      planType: 4,
      reason: 5,
    })
  })

  test('never use a column of Social Security numbers as the participant’s id; the next suitable column is used', () => {
    const sample = [
      ['123-45-6789', 'P-1'],
      ['987-65-4321', 'P-2'],
    ]
    const shy = guessColumns(['ID', 'Given'], sample)
    expect(shy.mapping.participantId).toBeNull()
    expect(shy.note).toContain('“ID”')
    expect(guessColumns(['Participant ID', 'Member ID'], sample)).toMatchObject({
      mapping: { participantId: 1 },
      note: '',
    })
  })
})

describe('the first line', () => {
  test.each([
    [['Given', 'Family', 'Code'], true],
    [['Vorname', 'Nachname', 'Code'], true],
    [['Ann', 'Given', 'Acme'], false],
    [['Last', 'Ann', 'Acme'], false],
    [['SSN last 4', 'Someone', 'Else'], true],
    [['Employee Tax ID', 'Someone', 'Else'], true],
    [['P-4711', 'Tina', 'Singh'], false],
    [['P-4711', 'Ann', 'Sin'], false],
    [['P-4711', 'Socialina', 'Ssnake'], false],
  ])('%j contains headings: %j', (first, expected) => {
    expect(looksLikeHeader(first, ['Zoë', 'García', 'Acme'])).toBe(expected)
  })
})
