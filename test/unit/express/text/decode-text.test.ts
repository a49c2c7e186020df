import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTransactionText, indentXml } from '#electron/core/express/text/decode-text.ts'

const xml = '<?xml version="1.0"?><T a="1 > 0"><P id="p">Müller &amp; Sons</P><Q/></T>'
const indented =
  '<?xml version="1.0"?>\n<T a="1 > 0">\n  <P id="p">Müller &amp; Sons</P>\n  <Q/>\n</T>'
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

describe('decodeTransactionText', () => {
  it.each([
    ['xml', xml],
    ['xml', `\uFEFF \n${xml}\n`],
    ['xml-escaped', escape(xml)],
    [
      'xml-escaped',
      xml.replaceAll('&', '&#38;').replaceAll('<', '&#x3C;').replaceAll('>', '&#62;'),
    ],
    ['base64', Buffer.from(xml).toString('base64')],
    ['base64', Buffer.from(xml).toString('base64').replace(/.{40}/g, '$&\r\n')],
    ['base64', Buffer.from(xml).toString('base64url')],
    ['base64-gzip', gzipSync(xml).toString('base64')],
    ['percent-encoded', encodeURIComponent(xml)],
    ['percent-encoded', new URLSearchParams([['x', xml]]).toString().slice(2)],
  ])('recognizes %s', (encoding, text) => {
    const decoded = decodeTransactionText(text)
    expect(decoded.encoding).toBe(encoding)
    expect(decoded.text.replace(/^\uFEFF\s*/, '').trim()).toBe(indented)
  })

  it.each([
    'OK',
    'see receipt 5512',
    'AAAAAAAAAAAA',
    '%3Cbroken%E0%A4%A',
    '<',
    'a < b',
    '{"a":1}',
    'deadbeefdeadbeef',
  ])('returns %j unchanged', (text) =>
    expect(decodeTransactionText(text)).toEqual({ text, encoding: 'unknown' }),
  )

  it('reports blank text as empty', () =>
    expect(decodeTransactionText(' \n')).toEqual({ text: '', encoding: 'empty' }))

  it('does not unpack a decompression bomb', () => {
    const bomb = gzipSync(`<a>${' '.repeat(40_000_000)}</a>`).toString('base64')
    expect(decodeTransactionText(bomb)).toEqual({ text: bomb, encoding: 'unknown' })
  })

  const million = 1024 * 1024
  const nested = '<a>'.repeat(million / 4)

  it.each([
    ['xml', nested],
    ['base64', Buffer.from(nested).toString('base64')],
    ['base64-gzip', gzipSync(nested).toString('base64')],
    ['xml-escaped', escape('<a>'.repeat(million / 16))],
  ])('does not let deep nesting blow up the output for %s', (encoding, text) => {
    const decoded = decodeTransactionText(text)
    expect(decoded.encoding).toBe(encoding)
    expect(decoded.text.length).toBeLessThanOrEqual(4 * million)
    expect(decoded.text.replace(/\s/g, '')).toMatch(/^(?:<a>)+$/)
  })

  it('does not indent a long text, but decodes it', () => {
    const long = `<T>${'<P/>'.repeat(4 * million - 2)}</T>`
    expect(long.length).toBeGreaterThan(15 * million)
    expect(decodeTransactionText(long)).toEqual({ text: long, encoding: 'xml' })
    expect(decodeTransactionText(Buffer.from(long).toString('base64'))).toEqual({
      text: long,
      encoding: 'base64',
    })
    expect(decodeTransactionText(gzipSync(long).toString('base64'))).toEqual({
      text: long,
      encoding: 'base64-gzip',
    })
    for (const text of [escape(long), encodeURIComponent(long)]) {
      expect(decodeTransactionText(text)).toEqual({ text, encoding: 'unknown' })
    }
  })

  it('does not throw if the result would be longer than a string can be', () => {
    const deep = '<a>'.repeat(8 * million)
    expect(decodeTransactionText(deep)).toEqual({ text: deep, encoding: 'xml' })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void decodeTransactionText(text)),
      { seed: 7, numRuns: 2000 },
    )
  })
})

describe('indentXml', () => {
  it.each([
    [
      '<a><b>x</b>text<c/>more <d>y</d> <e>z</e></a>',
      '<a>\n  <b>x</b>text<c/>more <d>y</d> <e>z</e></a>',
    ],
    ['<a> </a>', '<a> </a>'],
    ['<a><![CDATA[ <b> ]]></a>', '<a><![CDATA[ <b> ]]></a>'],
    ['<a><!-- <x> --><b></b></a>', '<a>\n  <!-- <x> -->\n  <b></b>\n</a>'],
    ['<a>\n\n<b/>\n</a>', '<a>\n  <b/>\n</a>'],
    ['<a><b>x</b></a><!--end-->', '<a>\n  <b>x</b>\n</a>\n<!--end-->'],
  ])('indents %j', (text, expected) => expect(indentXml(text, 1000)).toBe(expected))

  it('refuses a result that would be longer than the limit', () => {
    expect(indentXml('<a><b/></a>', 15)).toBe('<a>\n  <b/>\n</a>')
    expect(indentXml('<a><b/></a>', 14)).toBeNull()
    expect(indentXml('<a>'.repeat(1000), 40_000)).toBeNull()
  })

  it('changes nothing but blanks, whatever the input', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="1>"/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?p',
      '?>',
      '"',
      "'",
      '<',
      '>',
      't',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        expect(indentXml(text, 10_000)?.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
      { seed: 11, numRuns: 2000 },
    )
  })

  it('takes time in proportion to the length', () => {
    const started = performance.now()
    indentXml('<'.repeat(2_000_000), 9_000_000)
    indentXml('<!--'.repeat(500_000), 9_000_000)
    indentXml(`<a "${"<a '".repeat(500_000)}>`, 9_000_000)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
