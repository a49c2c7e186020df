import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeParticipantBytes } from '#electron/core/participant/decode-bytes.ts'
import { maxParticipantBytes } from '#electron/core/participant/inspection.ts'
import { plain } from '#test/support/figures/plain.ts'

const text = '<?xml version="1.0"?>\r\n<a name="Zoë Übergrößenträger – ☂"/>\n'
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()
const errorOf = (bytes: Uint8Array) => {
  const result = decodeParticipantBytes(bytes)
  if (result.ok) throw new Error(`decoded as ${result.value.encoding}`)
  return result.error
}

describe('decodeParticipantBytes', () => {
  it.each([
    ['UTF-8', false, Buffer.from(text)],
    ['UTF-8', true, Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE', true, Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE', true, utf16be(`\uFEFF${text}`)],
    ['UTF-16 LE', false, Buffer.from(text, 'utf16le')],
    ['UTF-16 BE', false, utf16be(text)],
  ])('reads %s character for character, byte order mark: %s', (encoding, mark, bytes) => {
    expect(decodeParticipantBytes(bytes)).toEqual({
      ok: true,
      value: { text, encoding, mark, warnings: [] },
    })
  })

  it.each([
    ['UTF-8', 'windows-1252', 1],
    ['UTF-8', 'utf8', 0],
    ['UTF-16 LE', 'UTF-8', 1],
    ['UTF-16 LE', 'utf-16', 0],
    ['UTF-16 LE', 'UTF-16BE', 1],
    ['UTF-16 LE', 'UTF-16LE', 0],
  ] as const)(
    'compares a byte order mark of %s with the declared encoding %s (warnings: %i)',
    (encoding, declared, remarks) => {
      const whole = `\uFEFF<?xml version="1.0" encoding="${declared}"?><a/>`
      const decoded = decodeParticipantBytes(
        Buffer.from(whole, encoding === 'UTF-8' ? 'utf8' : 'utf16le'),
      )
      expect(
        decoded.ok &&
          decoded.value.warnings.map(({ line, message }) => `${line} ${plain(message)}`),
      ).toEqual(
        remarks === 0
          ? []
          : [
              `1 The first line declares "${declared}", but the file begins with the byte order mark of ${encoding}; it was read as ${encoding}.`,
            ],
      )
    },
  )

  it.each([
    ['utf-16le', 'UTF-16BE', 'UTF-16 LE'],
    ['utf-16be', 'UTF-8', 'UTF-16 BE'],
    ['utf-16be', 'UTF-16BE', null],
  ] as const)(
    'compares %s without a byte order mark with the declared encoding %s',
    (bytes, declared, is) => {
      const decoded = decodeParticipantBytes(
        iconv.encode(`<?xml version="1.0" encoding="${declared}"?><a/>`, bytes, { addBOM: false }),
      )
      expect(decoded.ok && decoded.value.warnings.map(({ message }) => plain(message))).toEqual(
        is === null
          ? []
          : [`The first line declares "${declared}", but the file is ${is}; it was read as ${is}.`],
      )
    },
  )

  it('reports a second byte order mark, which is part of the text', () => {
    const decoded = decodeParticipantBytes(Buffer.from('\uFEFF\uFEFF<a/>', 'utf8'))
    expect(decoded.ok && decoded.value.text).toBe('\uFEFF<a/>')
    expect(decoded.ok && plain(decoded.value.warnings[0]?.message)).toContain(
      'two byte order marks',
    )
  })

  it.each(['windows-1252', 'ISO-8859-15', 'Shift_JIS', 'windows-1251', 'GB18030', 'macintosh'])(
    'reads legacy %s',
    (encoding) => {
      const words = { Shift_JIS: '山田', 'windows-1251': 'Иван', GB18030: '王☂' }
      const legacy = `<?xml version="1.0" encoding="${encoding}"?><a name="${Object.entries(words).find(([name]) => name === encoding)?.[1] ?? 'Zoë'}"/>`
      expect(decodeParticipantBytes(iconv.encode(legacy, encoding))).toMatchObject({
        ok: true,
        value: { text: legacy, encoding },
      })
    },
  )

  it('reads UTF-8 that declares UTF-16, with a warning', () => {
    const declared = '<?xml version="1.0" encoding="utf-16"?><a/>'
    expect(decodeParticipantBytes(Buffer.from(declared))).toMatchObject({
      ok: true,
      value: { text: declared, encoding: 'UTF-8', warnings: [{ line: 1 }] },
    })
  })

  it('reports the position of the invalid byte, and the declared encoding', () => {
    const bad = Buffer.concat([Buffer.from('<a>'), Buffer.from([0xe9]), Buffer.from('</a>')])
    expect(errorOf(bad)).toMatchObject({ code: 'participant.encoding' })
    expect(errorOf(bad).message).toContain(
      'Byte 3 of the file is not valid UTF-8; the file declares no encoding',
    )
    const long = Buffer.concat([Buffer.from(`<a>${'é'.repeat(50_000)}`), Buffer.from([0xff])])
    expect(errorOf(long).message).toContain('Byte 100003 ')
    const declared = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><a>'),
      Buffer.from([0xe9]),
    ])
    expect(errorOf(declared).message).toContain(
      `Byte ${declared.length - 1} of the file is not valid ASCII; the file declares "US-ASCII"`,
    )
    const cut = Buffer.from(`\uFEFF<a>`, 'utf16le').subarray(0, 7)
    expect(errorOf(cut).code).toBe('participant.encoding')
    const unknown = Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>')
    expect(errorOf(unknown).message).toContain('"klingon", which the program does not know')
    expect(errorOf(Buffer.from('<?xml version="1.0" encoding="base64"?><a/>')).code).toBe(
      'participant.encoding',
    )
    const japanese = Buffer.concat([
      iconv.encode('<?xml version="1.0" encoding="Shift_JIS"?><a>山', 'Shift_JIS'),
      Buffer.from([0xff]),
    ])
    expect(errorOf(japanese).message).toContain(`Byte ${japanese.length - 1} of`)
  })

  it.each([
    ['participant.empty', new Uint8Array()],
    ['participant.notXml', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['participant.notXml', Buffer.from([0x25, 0x50, 0x44, 0x46, 0xe2, 0xe3, 0xcf, 0xd3])],
    ['participant.notXml', Buffer.from('<a>\0</a>')],
    ['participant.encoding', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
    ['participant.tooLarge', new Uint8Array(maxParticipantBytes + 1)],
  ])('fails with %s', (code, bytes) => expect(errorOf(bytes).code).toBe(code))

  it('reports the size of a file that is too large, and the limit', () => {
    expect(errorOf(new Uint8Array(300 * 1024 * 1024)).message).toBe(
      'The file has 300.0 MB; participant files are read up to 64.0 MB.',
    )
  })
})
