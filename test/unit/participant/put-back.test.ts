import { expect, test } from 'vitest'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { mappingPresets, publishedMapping } from '#shared/participant/mapping-presets.ts'
import { otherChangesInFiles, putBack, putBackParts } from '#shared/participant/put-back.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { sinceXml } from '#test/support/people/since-people.ts'

const personIn = (text: string, mapping: ParticipantMapping): ParticipantProfile => {
  const reading = readParticipantXml(text, { mapping })
  const person = reading.ok ? reading.value.participants[0] : undefined
  if (person === undefined) throw new Error('no participant')
  return person
}
const put = (
  newer: string,
  earlier: string,
  {
    mapping = publishedMapping,
    parts = putBackParts,
    days = 365,
  }: {
    mapping?: ParticipantMapping
    parts?: typeof putBackParts | readonly (typeof putBackParts)[number][]
    days?: number
  } = {},
) => {
  const back = putBack(newer, { mapping }, { before: personIn(earlier, mapping), days, parts })
  if (!back.ok) throw new Error(back.error.message)
  return back.value
}

const earlier = sinceXml({})
const newer = sinceXml({ salary: 64_000, funds: { IDX1: 13_400, BND2: 5_000 }, rate: 6 })

test('everything put back gives the earlier file, except the moved date of birth', () => {
  const { text, missed } = put(newer, earlier)
  expect(missed).toEqual([])
  expect(text.replaceAll('.00"', '"')).toBe(
    sinceXml({ dateOfBirth: '1981-06-15' }).replaceAll('.00"', '"'),
  )
})

test('one part alone changes nothing else', () => {
  const { text } = put(newer, earlier, { parts: ['pay'] })
  expect(text).toBe(newer.replace('Amount="64000"', 'Amount="60000"'))
})

const census = (over: {
  pay: string
  value: string
  percent: string
  born: string
}) => `<?xml version="1.0"?>
<Census Sponsor="S1"><Employee Number="7">
  <Name First="Bo" Last="O&apos;Dell"/>
  <BirthDate>${over.born}</BirthDate><AnnualPay> ${over.pay} </AnnualPay>
  <Plan Number="P1" Type="401k"><Investment Code='F1' Value='${over.value}'/></Plan>
  <Deferral Source="PreTax" Plan="P1"><Percent>${over.percent}</Percent></Deferral>
</Employee></Census>`

test('the mapping finds values in element text, in single quotes, and in dates written month first', () => {
  const [, , mapping = publishedMapping] = mappingPresets
  const then = census({ pay: '50000', value: '9000.5', percent: '4', born: '02/28/1980' })
  const now = census({ pay: '$52,000', value: '12000', percent: '5', born: '02/28/1980' })
  const { text, missed } = put(now, then, { mapping, days: 366 })
  expect(missed).toEqual([])
  expect(text).toBe(census({ pay: '50000', value: '9000.5', percent: '4', born: '02/28/1981' }))
})

test('pay stays in the period of the file', () => {
  const mapping = {
    ...publishedMapping,
    amounts: { ...publishedMapping.amounts, salary: 'twoWeeks' as const },
  }
  const { text } = put(sinceXml({ salary: 2_500 }), sinceXml({ salary: 2_400 }), {
    ...{ mapping, parts: ['pay'] },
  })
  expect(text).toContain('<Salary Amount="2400"/>')
})

test('a date of birth with a time keeps the time', () => {
  const { text } = put(sinceXml({ dateOfBirth: '1980-06-15T00:00:00' }), earlier, {
    ...{ parts: ['time'], days: 1 },
  })
  expect(text).toContain('DOB="1980-06-16T00:00:00"')
})

test('what has no place in the newer file is missed, and said', () => {
  const twoPlans = earlier.replace(
    '<PreTax',
    `<InstAcct PlanID="OLD401K" PlanType="401K"><AccountBalance><Port><Security Balance="700"><CusFundID>X</CusFundID></Security></Port></AccountBalance></InstAcct><RothContributionRules PlanID="LOW401K" Rate="2"/><PreTax`,
  )
  expect(put(newer, twoPlans).missed).toEqual(['balances', 'savings'])
  expect(put(newer.replace(/ DOB="[^"]*"/, ''), earlier).missed).toEqual(['time'])
  // An account and a rule that are new are put back to nothing.
  const back = put(twoPlans, earlier)
  expect(back.missed).toEqual([])
  expect(back.text).toMatch(/Security Balance="0"><CusFundID>X<.*Roth\w+ PlanID="LOW401K" Rate="0"/)
})

test('a changed match is put back as it was written', () => {
  const then = earlier.replace('MatchRate="50" MatchLimit="6"', 'MatchRate="100" MatchLimit="3"')
  const { text, missed } = put(earlier, then, { parts: ['savings'] })
  expect(missed).toEqual([])
  expect(text).toBe(then)
})

test('other changes are named, also where the mapping reads nothing, and those that are put back are not', () => {
  const changes = (one: string, other: string) => {
    const found = otherChangesInFiles(one, other, { mapping: publishedMapping })
    return found.ok ? found.value : found.error.code
  }
  expect(changes(newer, earlier)).toEqual([])
  expect(changes(sinceXml({ spouse: true }), earlier)).toEqual(['marital status'])
  const odd = earlier.replace('<Salary', '<OutsideAssets Balance="90000"/><Salary')
  expect(changes(odd, earlier)).toEqual(['other data of the file'])
  expect(changes(earlier.replace(/<\/?Participant\b[^>]*>/g, ''), earlier)).toBe(
    'participant.noParticipant',
  )
})
