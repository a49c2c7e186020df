import { expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { readingLimits } from '#shared/participant/scan-xml.ts'
import { participantText, withChange } from './participant-text.ts'

const refusal = (text: string): AppError => {
  const result = readParticipantXml(text)
  if (result.ok) throw new Error('was accepted')
  return result.error
}

test.each([
  ['', 'participant.empty', 'The file is empty.'],
  [' \r\n\t\ufeff', 'participant.empty', 'The file holds nothing but blanks.'],
  ['{"a":1}', 'participant.notXml', 'The file is not XML. It looks like JSON.'],
  ['%PDF-1.7\n', 'participant.notXml', 'The file is not XML. It looks like a PDF document.'],
  [
    '<!doctype HTML><html>',
    'participant.notXml',
    'The file is not XML. It looks like a web page (HTML).',
  ],
  [
    'PK\u0003\u0004...',
    'participant.notXml',
    'The file is not XML. It looks like a ZIP archive or an Office document.',
  ],
  [
    'UserID,FirstName,LastName\n1,A,B',
    'participant.notXml',
    'The file is not XML. It looks like a table (CSV).',
  ],
  ['Dear colleague', 'participant.notXml', 'The file is not XML. It looks like plain text.'],
  ['a\u0000b', 'participant.notXml', 'The file is not XML. It looks like binary data.'],
  [
    '<Plans/>',
    'participant.noParticipant',
    'The file is XML, but it holds no Participant element.',
  ],
])('a file that contains %j is refused with %s', (text, code, message) => {
  expect(refusal(text)).toMatchObject({ code, message })
})

test('only a table gets the hint to open it as a list of opt-outs', () => {
  expect(refusal('UserID,FirstName,LastName\n1,A,B').advice).toMatch(
    /A list of opt-outs is opened under Opt-out desk, Lists\.$/,
  )
  expect(refusal('Dear colleague').advice).toBe('Choose a participant XML file.')
})

test('a CSV line of 2,000 commas is recognized at once', () => {
  expect(within(200, `a${','.repeat(1998)}<`).code).toBe('participant.notXml')
})

test.each([
  [
    'DOB="1980-02-29" Gender',
    'DOB="1980-02-29"Gender',
    6,
    'A blank is missing between two attributes in the tag <Participant>: the value of DOB is followed directly by Gender.',
  ],
  [
    'CurMin="60" CurMax',
    'CurMin="60"CurMax',
    17,
    'A blank is missing between two attributes in the tag <Security>: the value of CurMin is followed directly by CurMax.',
  ],
  [
    '</Participant>',
    '</Person>',
    9,
    '<Participant> from line 6 is not closed: the next end tag is </Person>.',
  ],
  [
    '</ParticipantData>\n</BatchParticipantInput>',
    '',
    28,
    'The file ends before <ParticipantData> from line 3 is closed.',
  ],
  [
    '</BatchParticipantInput>',
    '</BatchParticipantInput></X>',
    28,
    'The end tag </X> has no start tag.',
  ],
  [
    'Gender="F"',
    'Gender="F" Gender="M"',
    6,
    'The attribute Gender is given twice in the tag <Participant>.',
  ],
  [
    'Gender="F"',
    'Gender=F',
    6,
    "An attribute's value is not in quotation marks in the tag <Participant>.",
  ],
  ['Gender="F"', 'Gender', 6, 'An attribute has no value in the tag <Participant>.'],
  ['1 Elm St', 'Elm & Oak; St', 7, 'A “&” stands by itself; inside text it is written &amp;.'],
  ['1 Elm St', 'Elm &constructor; St', 7, 'An entity other than &amp;'],
  [
    '1 Elm St',
    'Elm &#0; St',
    7,
    'A numbered character reference names no character that XML allows.',
  ],
  ['1 Elm St', 'Elm \u0001 St', 7, 'XML does not allow the character U+0001.'],
  [
    '1 Elm St',
    'Elm < St',
    7,
    'A “<” is not followed by a tag name; inside text it is written &lt;.',
  ],
  [
    'Gender="F"',
    'Gender="F>\n<x y="',
    7,
    "A “<” stands inside an attribute's value in the tag <Participant>",
  ],
  ['<SocialSecurity', '<x:SocialSecurity', 8, 'The namespace prefix x is used but never declared.'],
  [
    '</BatchParticipantInput>',
    '</BatchParticipantInput><B/>',
    28,
    'There is a second outermost element',
  ],
  [
    '</BatchParticipantInput>',
    '</BatchParticipantInput>end',
    29,
    'There is text outside the outermost element.',
  ],
  ['<?xml', '\n<?xml', 2, 'The XML declaration <?xml … ?> is not at the very start of the file.'],
])('a file with %s changed to %s is not well-formed in line %i', (from, to, line, message) => {
  const error = refusal(withChange(from, to))
  expect(error).toMatchObject({ code: 'participant.notWellFormed', line })
  expect(error.message).toContain(message)
  expect(error.column).toBeGreaterThan(0)
})

test('the reported column is where the fault is', () => {
  expect(refusal('<a>\n <b c="1"d="2"/></a>')).toMatchObject({ line: 2, column: 10 })
})

test('a file cut off anywhere is refused, never read in part, and never causes an exception', () => {
  const end = participantText.trimEnd().length
  for (let length = 1; length < end; length += 7)
    expect(refusal(participantText.slice(0, length)).code).toMatch(/^participant\./)
})

/**
 * CPU time of this process in milliseconds, which, unlike wall time, does not depend on other
 * programs.
 */
const processorTime = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const within = (milliseconds: number, text: string): AppError => {
  let error: AppError | undefined
  expect(processorTime(() => (error = refusal(text)))).toBeLessThan(milliseconds)
  return error ?? refusal(text)
}

test('a billion-laughs file is refused for its DOCTYPE before anything is expanded', () => {
  const entities = Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
  ).join('')
  const text = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${entities}]><a>&l9;</a>`
  expect(within(500, text).code).toBe('participant.doctype')
})

test.each([
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  '<!DOCTYPE a [ <!-- never closed',
])('a file with %s is refused for its DOCTYPE', (text) => {
  expect(refusal(text).code).toBe('participant.doctype')
})

test('reading stops at the depth limit in a file with 200,000 nested tags', () => {
  expect(within(500, '<a>'.repeat(200_000))).toMatchObject({
    code: 'participant.tooComplex',
    line: 1,
  })
})

test('reading stops at the attribute limit in a tag with 50,000 attributes', () => {
  const attributes = Array.from({ length: 50_000 }, (_, i) => `a${i}="1"`).join(' ')
  expect(within(500, `<a ${attributes}/>`).code).toBe('participant.tooComplex')
})

test('reading stops at the limits on text, values and elements', () => {
  const long = 'x'.repeat(readingLimits.valueLength + 1)
  expect(within(2000, `<a>${long}</a>`).code).toBe('participant.tooComplex')
  expect(within(2000, `<a b="${long}"/>`).code).toBe('participant.tooComplex')
  const small = { ...readingLimits, elements: 100, characters: 1000, valueLength: 50 }
  const pieces = readParticipantXml(`<a>${'<b/>x'.repeat(51)}</a>`, { limits: small })
  expect(!pieces.ok && pieces.error.message).toContain('The text of <a> is longer than 50')
  const many = readParticipantXml(`<a>${'<b/>'.repeat(101)}</a>`, { limits: small })
  expect(!many.ok && many.error.code).toBe('participant.tooComplex')
  const wide = readParticipantXml(`<a>${' '.repeat(1000)}</a>`, { limits: small })
  expect(!wide.ok && wide.error.code).toBe('participant.tooComplex')
})

test('element names that are also on the object prototype are read like other names', () => {
  const text = withChange('Rate="2"', '__proto__="polluted" constructor="x" Rate="2"').replace(
    '<SocialSecurity',
    '<__proto__ polluted="1"/><constructor/><SocialSecurity',
  )
  const result = readParticipantXml(text)
  const attributes = result.ok
    ? result.value.participants[0]?.contributions[1]?.attributes
    : undefined
  expect(Object.entries(attributes ?? {})).toContainEqual(['__proto__', 'polluted'])
  expect('polluted' in {}).toBe(false)
})

test('one long line is read in linear time', () => {
  const fileOf = (count: number): string =>
    `<Enroll><Participant UserID="1"/><InstAcct PlanID="A">${'<Security\n Balance="1"/>'.repeat(10)}` +
    `${'<Security Balance="1"/>'.repeat(count)}</InstAcct></Enroll>`
  const [small, large] = [fileOf(5_000), fileOf(40_000)]
  expect(readParticipantXml(small).ok).toBe(true)
  const smallTime = processorTime(() => readParticipantXml(small))
  const largeTime = processorTime(() => readParticipantXml(large))
  // For eight times the length, linear code takes about 8 times as long, quadratic code 64 times.
  expect(largeTime / smallTime).toBeLessThan(32)
}, 30_000)

test.each([
  ['at the end of the text', '<a>\n  <b>Smith & Sons</b></a>', 2, 12],
  [
    'before a reference far away',
    '<a b="R&amp;D">\r\n<!-- & --><![CDATA[ x < y & z ]]>\r\n<b c="Smith & Sons"/>\n\n<d>&amp;</d></a>',
    3,
    13,
  ],
  ['directly before a name', '<a>AT&T\n</a>', 1, 6],
])('a lone ampersand is reported with its line and column: %s', (_where, text, line, column) => {
  const result = readParticipantXml(text)
  expect(!result.ok && result.error).toMatchObject({
    code: 'participant.notWellFormed',
    message: 'A “&” stands by itself; inside text it is written &amp;.',
    line,
    column,
  })
})
