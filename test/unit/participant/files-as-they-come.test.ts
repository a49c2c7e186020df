import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import {
  nextFraction,
  seededState,
  type RandomState,
} from '#electron/training/engine/paths/random.ts'
import { decodeParticipantBytes } from '#electron/core/participant/decode-bytes.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { plain } from '#test/support/figures/plain.ts'
import { participantText, withChange } from './participant-text.ts'

const today = '2026-11-27'
const wide = participantText.replace('UTF-8', 'UTF-16')
const open = (bytes: Uint8Array) => {
  const decoded = decodeParticipantBytes(bytes)
  if (!decoded.ok) return { error: decoded.error.message, remarks: [], person: undefined }
  const read = readParticipantXml(decoded.value.text, { today })
  if (!read.ok) return { error: read.error.message, remarks: [], person: undefined }
  const remarks = [...decoded.value.warnings, ...read.value.warnings].map(({ message }) =>
    plain(message),
  )
  return { error: '', remarks, person: read.value.participants[0], text: decoded.value.text }
}
const bornAs = (text: string) => open(Buffer.from(withChange('DOB="1980-02-29"', `DOB="${text}"`)))

describe('a date of birth', () => {
  test.each([
    '1970-03-15-05:00',
    '1970-03-15Z',
    '1970-03-15+14:00',
    '1970-03-15 00:00:00',
    '1970-03-15T00:00:00.000-05:00',
    '1970-03-15 12:00:00 AM',
    '1970-03-15T23:59Z',
  ])('with a time zone or a time, %s, is read as March 15, 1970, with a warning', (written) => {
    const { person, remarks } = bornAs(written)
    expect(person?.dateOfBirth).toBe('1970-03-15')
    expect(remarks).toEqual([
      expect.stringMatching(/^The date of birth of <Participant> carries a time.*1970-03-15\.$/),
    ])
  })

  test.each(['1900-01-01', '0001-01-01', '1753-01-01', '1899-12-30', '9999-12-31', '1901-01-01'])(
    'such as %s is a placeholder and is not used',
    (written) => {
      const { person, remarks } = bornAs(written)
      expect(person?.dateOfBirth).toBe('')
      expect(remarks.join()).toContain('placeholder for an unknown date; it is not used')
      expect(remarks.join()).toContain('no readable date of birth')
    },
  )

  test('is not used if the age would be over 110, but is used at exactly 110', () => {
    expect(bornAs('1915-11-27').remarks.join()).toContain('an age of 111; it is not used')
    expect(bornAs('1915-11-28').person?.dateOfBirth).toBe('1915-11-28')
  })

  test.each(['1970-03-15 or later', '1970-03-15-ab', '1970-13-15Z', '1970-03-15T', '15-03-1970Z'])(
    'is not read from %s',
    (written) => expect(bornAs(written).person?.dateOfBirth).toBe(''),
  )
})

const withLimits = (holdings: readonly (readonly [balance: string, min: string, max: string])[]) =>
  open(
    Buffer.from(
      participantText.replace(
        /<Security[^]*<\/Security>/,
        holdings
          .map(
            ([balance, min, max], index) =>
              `<Security Balance="${balance}" CurMin="${min}" CurMax="${max}" FutMax="100"><CusFundID>F${index}</CusFundID></Security>`,
          )
          .join(''),
      ),
    ),
  )

describe('limits of a holding', () => {
  test.each([
    [[['1500', '1000', '1500']]],
    [
      [
        ['40000', '0', '10000000'],
        ['20000', '0', '10000000'],
        ['2000', '1500', '2000'],
      ],
    ],
    [[['81.50', '0', '250']]],
    [
      [
        ['12000', '12000', '12000'],
        ['500', '0', '999999999.99'],
      ],
    ],
    [[['80', '80', '80']]],
  ] as const)('in dollars, %j, cause no warning and lock nothing', (holdings) => {
    const { remarks, person } = withLimits(holdings)
    expect(remarks).toEqual([])
    for (const holding of person?.accounts[0]?.holdings ?? [])
      expect(holding).toMatchObject({ currentMin: null, currentMax: null, futureMax: 100 })
  })

  test.each([
    [
      [
        ['60000', '60', '60'],
        ['40000', '40', '40'],
      ],
    ],
    [[['50', '0', '100']]],
    [
      [
        ['10', '0', '100'],
        ['99', '5', '100'],
      ],
    ],
  ] as const)('in percent, %j, are kept as percent', (holdings) => {
    const { remarks, person } = withLimits(holdings)
    expect(remarks).toEqual([])
    expect(person?.accounts[0]?.holdings.map(({ currentMin }) => currentMin)).toEqual(
      holdings.map(([, min]) => Number(min)),
    )
  })

  test('that are neither percent nor dollars cause a warning and lock nothing', () => {
    const { remarks, person } = withLimits([['60000', '160', '160']])
    expect(remarks.join()).toContain('CurMin of <Security> is 160')
    expect(person?.accounts[0]?.holdings[0]).toMatchObject({ currentMin: null, currentMax: null })
  })
})

const latin1 = (name: string) =>
  iconv.encode(
    withChange('O&apos;Neil', name).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
    'windows-1252',
  )

describe('bytes', () => {
  test.each(['O’Brien', 'Žižek', 'Œuvre', 'Čech'.replace('Č', 'Š'), 'Ylä–Ürün', 'Ÿves'])(
    'of Windows-1252 declared as ISO-8859-1 are read as in browsers: %s',
    (name) => {
      const { person, remarks } = open(latin1(name))
      expect(person?.lastName).toBe(name)
      expect(remarks).toEqual([expect.stringContaining('the file was read as Windows-1252')])
    },
  )

  test('of ISO-8859-1 are read without a warning', () => {
    expect(open(latin1('Nuñez'))).toMatchObject({ remarks: [], person: { lastName: 'Nuñez' } })
  })

  test.each([
    ['three NUL', Buffer.from(`${participantText}\0\0\0`)],
    ['a block of NUL', Buffer.concat([Buffer.from(participantText), Buffer.alloc(512)])],
    ['Ctrl+Z', Buffer.from(`${participantText}\x1a`)],
    ['NUL and line ends', Buffer.from(`${participantText}\0\r\n\0\n`)],
    ['UTF-16 NUL', Buffer.from(`\ufeff${wide}\0\0`, 'utf16le')],
    [
      'half a UTF-16 NUL',
      Buffer.concat([Buffer.from(`\ufeff${wide}\0`, 'utf16le'), Buffer.alloc(1)]),
    ],
  ])(
    'that are not text at the end of the file, %s, are left out with a warning',
    (_name, bytes) => {
      const { text, remarks, error } = open(bytes)
      expect(error).toBe('')
      expect([participantText, wide]).toContain(text)
      expect(remarks).toEqual([expect.stringContaining('left out and not sent')])
    },
  )

  test.each(['JosÃ©', 'NuÃ±ez', 'Oâ€™Brien', 'MÃ¼ller', 'Å½ivkoviÄ‡', 'O\u0092Brien', 'Jos\ufffd'])(
    'that were once converted wrongly cause a warning: %s',
    (name) => {
      expect(open(Buffer.from(withChange('O&apos;Neil', name))).remarks).toEqual([
        expect.stringContaining('looks garbled'),
      ])
    },
  )
})

const seed = process.env.GLIDEPATH_SEED ?? String(Date.now())
const whole = (state: RandomState, from: number, to: number) =>
  from + Math.floor(nextFraction(state) * (to - from + 1))
const of = <T>(state: RandomState, options: readonly T[]): T | undefined =>
  options[whole(state, 0, options.length - 1)]
const two = (value: number) => String(value).padStart(2, '0')

const firstNames = [
  'Ana',
  'José',
  'Zoë',
  'Nguyễn',
  'Seán',
  'Siân',
  'Łukasz',
  'Mary Jo',
  'Ümit',
  'Noël',
]
const lastNames = [
  'Lee',
  'Null',
  'O’Brien',
  'Núñez',
  'Müller-Lüdenscheidt',
  'Šimić',
  'St. John',
  'da Silva',
  'Weiß',
  'True',
  'Grübchen',
  'Ávila',
]

const aGoodFile = (state: RandomState) => {
  const holdings = whole(state, 1, 5)
  const isDollars = nextFraction(state) < 0.4
  const funds = Array.from({ length: holdings }, (_, index) => {
    const balance = whole(state, 500, 90_000) + whole(state, 0, 99) / 100
    const limits = isDollars
      ? `CurMin="${index === 0 ? Math.floor(balance * nextFraction(state)) : 0}" CurMax="${of(state, ['10000000', String(Math.ceil(balance)), '999999.99'])}"`
      : of(state, ['', 'CurMin="0" CurMax="100"', 'CurMax="100.0"'])
    return `<Security TransactionID="T${index}" Balance="${balance}" ${limits} FutMax="100"><CusFundID>F${index}</CusFundID></Security>`
  })
  const born = `${whole(state, 1942, 2006)}-${two(whole(state, 1, 12))}-${two(whole(state, 1, 28))}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<BatchParticipantInput xmlns="http://www.morningstar.com/retirement"><ParticipantData><Enroll ClientID="ACME"><ParticipantInfo>
<Participant UserID="P-${whole(state, 1, 99_999)}" FirstName="${of(state, firstNames)}" LastName="${of(state, lastNames)}" DOB="${born}" Gender="${of(state, ['M', 'F'])}"/>
</ParticipantInfo><ParticipantPlanData><Salary Amount="${whole(state, 18_000, 400_000)}"/><InstAcct PlanID="ACME401K" PlanType="401K" Status="Active">${funds.join('')}</InstAcct></ParticipantPlanData></Enroll></ParticipantData></BatchParticipantInput>
`
}

const attribute =
  (name: string, to: (was: string, state: RandomState) => string) =>
  (file: string, state: RandomState) =>
    Buffer.from(
      file.replace(
        new RegExp(` ${name}="([^"]*)"`),
        (_all, was: string) => ` ${name}="${to(was, state)}"`,
      ),
    )
const born = (to: (was: string, state: RandomState) => string) => attribute('DOB', to)
const inEncoding = (declared: string, encoding: string, name: string) => (file: string) =>
  iconv.encode(
    file
      .replace('UTF-8', declared)
      .replace(/FirstName="[^"]*" LastName="[^"]*"/, `FirstName="Ana" LastName="${name}"`),
    encoding,
  )
const after = (tail: string) => (file: string) => Buffer.from(file + tail, 'latin1')

/** Thirty ways in which files arrive damaged; each leaves the rest of the file as it was. */
const spoilt: Readonly<Record<string, (file: string, state: RandomState) => Uint8Array>> = {
  'a zone behind the date': born((was, state) => `${was}${of(state, ['Z', '-05:00', '+09:30'])}`),
  'a blank and a time': born((was) => `${was} 00:00:00`),
  'a T and a time': born((was, state) => `${was}T${two(whole(state, 0, 23))}:00:00`),
  'a time with a zone': born((was) => `${was}T00:00:00-06:00`),
  'day 0 of a spreadsheet': born(() => '1899-12-30'),
  'day 1 of a spreadsheet': born(() => '1900-01-01'),
  'year 1': born(() => '0001-01-01'),
  'the end of time': born(() => '9999-12-31'),
  'a century too early': born((was) => `18${was.slice(2)}`),
  'an age over 110': born((was, state) => `${whole(state, 1902, 1914)}${was.slice(4)}`),
  'a birth to come': born((was, state) => `${whole(state, 2027, 2090)}${was.slice(4)}`),
  'American dates': born((was) => `${was.slice(5, 7)}/${was.slice(8)}/${was.slice(0, 4)}`),
  'no date': born(() => ''),
  'a word as a date': born((_was, state) => of(state, ['unknown', 'NULL', 'n/a', 'TBD']) ?? ''),
  'a day that no month has': born((was) => `${was.slice(0, 5)}02-30`),
  'a quote of Windows': inEncoding('ISO-8859-1', 'windows-1252', 'O’Brien'),
  'a letter of Windows': inEncoding('iso-8859-1', 'windows-1252', 'Šimić'.replace('ć', 'c')),
  'Windows under UTF-8': inEncoding('UTF-8', 'windows-1252', 'Núñez'),
  'Windows under ASCII': inEncoding('US-ASCII', 'windows-1252', 'Núñez'),
  'UTF-8 under Windows': inEncoding('windows-1252', 'utf-8', 'Núñez'),
  'UTF-8 under Latin': inEncoding('ISO-8859-1', 'utf-8', 'Müller'),
  'NUL at the end': (file, state) => after('\0'.repeat(whole(state, 1, 600)))(file),
  'Ctrl+Z at the end': after('\x1a'),
  'a NUL within': (file) => Buffer.from(file.replace('ACME401K', 'ACME\x00401K')),
  'an end cut off': (file, state) => Buffer.from(file.slice(0, -whole(state, 30, 200))),
  'a maximum over 100 percent of a larger fund': attribute('FutMax', () => '250'),
  'a salary a month': attribute('Amount', (_was, state) => String(whole(state, 1_000, 7_000))),
  'a hidden character in the id': attribute('UserID', (was) => `${was}\u200b`),
  'a balance that is no number': attribute('Balance', () => 'N/A'),
  'a second mark': (file) => Buffer.from(`\ufeff\ufeff${file}`),
}

describe(`generated files, GLIDEPATH_SEED=${seed}:`, () => {
  test.each(Object.entries(spoilt))(
    '%s never passes without a warning or an error',
    (name, spoil) => {
      const state = seededState(`${seed} ${name}`)
      for (let round = 0; round < 40; round += 1) {
        const file = aGoodFile(state)
        const { error, remarks } = open(spoil(file, state))
        expect([error, ...remarks].join(''), file).not.toBe('')
      }
    },
  )

  test('at most one good file in 500 gets a warning', () => {
    const state = seededState(`${seed} good`)
    const remarked = Array.from({ length: 500 }, () => open(Buffer.from(aGoodFile(state)))).filter(
      ({ error, remarks }) => error !== '' || remarks.length > 0,
    )
    expect(remarked.slice(1)).toEqual([])
  })
})
