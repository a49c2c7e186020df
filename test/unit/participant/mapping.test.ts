import { describe, expect, test } from 'vitest'
import {
  mappingText,
  mostMappingCharacters,
  parseMapping,
  parseValuePath,
  participantMappingSchema,
  type ParticipantMapping,
} from '#shared/participant/mapping.ts'
import { mappingPresets, publishedMapping } from '#shared/participant/mapping-presets.ts'
import { readParticipantXml, readRecords, splitFile } from '#shared/participant/read-records.ts'
import { sliceOf } from '#shared/participant/split-participants.ts'
import { previewOf } from '#shared/participant/trace.ts'
import { valueOf } from '#test/support/results.ts'
import { plain } from '#test/support/figures/plain.ts'

const preset = (name: string): ParticipantMapping => {
  const found = mappingPresets.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no preset ${name}`)
  return found
}
const read = (text: string, mapping: ParticipantMapping) =>
  valueOf(readParticipantXml(text, { mapping, today: '2026-11-20' }))

const elements = `<?xml version="1.0"?>
<x:Participants xmlns:x="urn:acme:2"><x:ClientID>ACME</x:ClientID>
  <x:Participant><x:UserID>E-1</x:UserID><x:FirstName>Ada</x:FirstName><x:LastName>Reyes</x:LastName><x:DOB>1980-02-03</x:DOB>
    <x:Salary>82,000</x:Salary>
    <x:Plan><x:PlanID>P1</x:PlanID><x:PlanType>401K</x:PlanType><x:Balance>1200.50</x:Balance></x:Plan>
    <x:Contribution Type="PreTax"><x:PlanID>P1</x:PlanID><x:Rate>6</x:Rate></x:Contribution>
    <x:Beneficiary><x:UserID>no</x:UserID><x:FirstName>Zed</x:FirstName></x:Beneficiary>
  </x:Participant>
  <x:Participant><x:UserID>E-2</x:UserID><x:FirstName>Bea</x:FirstName><x:LastName>Quill</x:LastName></x:Participant>
</x:Participants>`

const census = `<Census Sponsor="ACME"><Employee Number="0007"><Name First="Ada" Last="Reyes"/><BirthDate>2/3/1980</BirthDate>
  <AnnualPay>82000</AnnualPay><Plan Number="P1" Type="401K"><Investment Code="F1" Value="10"/><Balance>10</Balance></Plan>
  <Deferral Source="Roth" Plan="P1" Percent="4"/><Deferral Source="PreTax" Percent="5"/></Employee></Census>`

const elsewhere = `<b:Batch xmlns:b="urn:b" xmlns:id="urn:ids"><b:Record><id:Keys><id:Key kind="tax">1</id:Key><id:Key kind="person">K-9</id:Key></id:Keys>
  <b:Person><b:Given>Ada</b:Given><b:Family>Reyes</b:Family><b:Born>19800203</b:Born></b:Person></b:Record></b:Batch>`

test('the preset mappings pass through their schema unchanged', () => {
  for (const each of mappingPresets)
    expect(JSON.stringify(participantMappingSchema.parse(each))).toBe(JSON.stringify(each))
})

describe('participant files in other outlines', () => {
  test('may have elements instead of attributes, and prefixes', () => {
    const reading = read(elements, preset('Elements instead of attributes'))
    expect(reading.participants).toMatchObject([
      {
        userId: 'E-1',
        clientId: 'ACME',
        firstName: 'Ada',
        lastName: 'Reyes',
        dateOfBirth: '1980-02-03',
        salary: 82_000,
        accounts: [{ planId: 'P1', planType: '401K', balance: 1200.5 }],
        contributions: [{ kind: 'pretax', planId: 'P1', rate: 6 }],
      },
      { userId: 'E-2', clientId: 'ACME', firstName: 'Bea' },
    ])
    const [, bea] = valueOf(
      splitFile(elements, { mapping: preset('Elements instead of attributes') }),
    )
    expect(sliceOf(elements, bea ?? [])).toBe(
      elements.replace(/\n {2}<x:Participant><x:UserID>E-1[^]*?<\/x:Participant>/, ''),
    )
  })

  test('may be an employee census, with the id in an attribute with its own name, and dates as MM/DD/YYYY', () => {
    const [person] = read(census, preset('Employee census')).participants
    expect(person).toMatchObject({
      userId: '0007',
      clientId: 'ACME',
      firstName: 'Ada',
      dateOfBirth: '1980-02-03',
      salary: 82_000,
      accounts: [
        { planId: 'P1', planType: '401K', balance: 10, holdings: [{ fundId: 'F1', balance: 10 }] },
      ],
    })
    expect(person?.contributions.map(({ kind, planId, rate }) => [kind, planId, rate])).toEqual([
      ['roth', 'P1', 4],
      ['pretax', '', 5],
    ])
  })

  test('may have the id next to the person, marked by an attribute, in another namespace', () => {
    const mapping: ParticipantMapping = {
      ...publishedMapping,
      name: 'Elsewhere',
      namespaces: [],
      dates: 'YYYYMMDD',
      elements: { ...publishedMapping.elements, record: ['Batch/Record'], participant: ['Person'] },
      values: {
        ...publishedMapping.values,
        userId: ['Keys/Key[@kind=person]'],
        firstName: ['b:Given'],
        lastName: ['Family'],
        dateOfBirth: ['Born'],
      },
    }
    expect(read(elsewhere, mapping).participants).toMatchObject([
      { userId: 'K-9', firstName: 'Ada', lastName: 'Reyes', dateOfBirth: '1980-02-03' },
    ])
  })

  test('are refused if they do not match, and the message says what was expected', () => {
    const result = readParticipantXml(census)
    expect(!result.ok && result.error).toMatchObject({
      code: 'participant.noParticipant',
      message: 'The file is XML, but it holds no Participant element.',
    })
  })

  test('may have a value outside the participants, even a date of birth or salary, which applies to each participant without one', () => {
    const published = preset('Published outline')
    const mapping: ParticipantMapping = {
      ...published,
      name: 'One for all',
      namespaces: [],
      values: {
        ...published.values,
        dateOfBirth: ['Participant/@DOB', '/File/@Born'],
        salary: ['Salary/@Amount', '/File/@Pay'],
      },
    }
    const people =
      '<Enroll><Participant UserID="1"/></Enroll><Enroll><Participant UserID="2" DOB="1990-05-06"/><Salary Amount="5"/></Enroll>'
    const file = (head: string) => `<File ${head}>${people}</File>`
    const reading = read(file('Born="1980-02-03" Pay="82000"'), mapping)
    expect(reading.participants).toMatchObject([
      { userId: '1', dateOfBirth: '1980-02-03', salary: 82_000 },
      { userId: '2', dateOfBirth: '1990-05-06', salary: 5 },
    ])
    const records = valueOf(readRecords(file('Born="1980-02-03" Pay="82000"'), { mapping }))
    const [first] = records.records
    if (!first) throw new Error('nobody')
    expect(previewOf(first, records.collector.file, reading, mapping.amounts).found).toMatchObject({
      dateOfBirth: { text: first.dateOfBirth },
      salary: { text: String(first.salary) },
    })
    const unread = read(
      file('Born="1980-02-03" Pay="much"')
        .replaceAll(' DOB="1990-05-06"', '')
        .replace('<Salary Amount="5"/>', ''),
      mapping,
    )
    expect(
      unread.warnings.filter(({ message }) => plain(message).startsWith('The amount of <File>')),
    ).toHaveLength(1)
  })

  test('are refused without a participant element, with names from the file and the mapping', () => {
    const mapping: ParticipantMapping = {
      ...preset('Published outline'),
      elements: { ...publishedMapping.elements, record: ['Worker'], participant: ['Human'] },
    }
    const { warnings } = read('<Staff><Worker/><Worker><Human/></Worker></Staff>', mapping)
    expect(warnings.map(({ message }) => plain(message))).toContain(
      '<Worker> holds no Human element and is left out.',
    )
  })

  test('get a warning about a date of birth in the future', () => {
    const reading = read(census.replace('2/3/1980', '11/21/2026'), preset('Employee census'))
    expect(reading.warnings.map(({ message }) => plain(message))).toContain(
      'Ada Reyes has a date of birth in the future, Nov 21, 2026.',
    )
  })
})

describe('the path of a value in a mapping', () => {
  test.each([
    'Person',
    'p:Person/@Id',
    '@Id',
    '/File/@Client',
    'Id[@Type=Employee]',
    'Id[@x:Type=A b]/Value',
  ])('may be %s', (text) => {
    expect(parseValuePath(text)).not.toBeNull()
  })
  test.each([
    '',
    '/',
    '@',
    'a//b',
    'a/',
    '*',
    'a[1]',
    'a[@b="c"]',
    '(a+)+$',
    'a|b',
    '..',
    '@a/b',
    'x'.repeat(101),
    'a/'.repeat(12) + 'a',
  ])('may not be %s', (text) => {
    expect(parseValuePath(text)).toBeNull()
  })
})

describe('a mapping file', () => {
  test('is read back as it was saved', () => {
    for (const mapping of mappingPresets)
      expect(valueOf(parseMapping(mappingText(mapping)))).toEqual(mapping)
  })

  test.each([
    ['damaged', '{"kind":', 'it is not JSON, or it is damaged.'],
    [
      'from another program',
      '{"dependencies":{}}',
      'it is JSON, but not a mapping of this program.',
    ],
    ['a list from another program', '[]', 'it is JSON, but not a mapping of this program.'],
    [
      'from a newer version',
      '{"kind":"glidepath.participant-mapping","version":2}',
      'a later version of the program made it.',
    ],
    ['too large', ' '.repeat(mostMappingCharacters + 1), 'characters.'],
    [
      'with an unknown field',
      mappingText(publishedMapping).replace('"userId"', '"userID"'),
      'values: userID',
    ],
    [
      'without a path',
      mappingText(publishedMapping).replace('Participant/@UserID', '(a+)+$'),
      '“(a+)+$” is not a place',
    ],
    [
      'without participants',
      mappingText({
        ...publishedMapping,
        elements: { ...publishedMapping.elements, participant: [] },
      }),
      'Participant needs at least one element',
    ],
    [
      'with an unknown date format',
      mappingText(publishedMapping).replace('YYYY-MM-DD', 'whenever'),
      'dates',
    ],
  ])('is refused with a sentence: %s', (_what, text, why) => {
    const result = parseMapping(text)
    expect(!result.ok && result.error.message).toContain(`This mapping cannot be used: `)
    expect(!result.ok && result.error.message).toContain(why)
  })
})
