/** Encodings for participant files: the name declared in the file, and the byte order mark. */
export const fileEncodings = [
  { name: 'UTF-8', decoder: 'utf-8', mark: [] },
  { name: 'UTF-8', decoder: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { name: 'UTF-16', decoder: 'utf-16le', mark: [0xff, 0xfe] },
  { name: 'UTF-16', decoder: 'utf-16be', mark: [0xfe, 0xff] },
  { name: 'windows-1252', decoder: 'windows-1252', mark: [] },
  { name: 'ISO-8859-1', decoder: 'windows-1252', mark: [] },
  { name: 'ISO-8859-15', decoder: 'iso-8859-15', mark: [] },
  { name: 'windows-1250', decoder: 'windows-1250', mark: [] },
  { name: 'US-ASCII', decoder: 'us-ascii', mark: [] },
] as const
type FileEncoding = (typeof fileEncodings)[number]

/**
 * The byte for each character of a single-byte encoding, found by decoding every byte. Control
 * characters from 0x80 to 0x9F are left out.
 */
const bytesByCharacter = ({ name, decoder }: FileEncoding): ReadonlyMap<string, number> => {
  const table = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    if (name === 'US-ASCII' && byte > 0x7f) break
    if (name.startsWith('ISO-8859') && byte >= 0x80 && byte < 0xa0) continue
    const character = new TextDecoder(decoder).decode(Uint8Array.of(byte))
    if (character !== '\uFFFD') table.set(character, byte)
  }
  return table
}

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
  return bytes
}

const joined = (mark: readonly number[], bytes: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(mark.length + bytes.length)
  whole.set(mark)
  whole.set(bytes, mark.length)
  return whole
}

/** XML in an encoding, with its byte order mark. A character that the encoding lacks becomes a character reference. */
export const encodeXmlFile = (xml: string, encoding: FileEncoding): Uint8Array => {
  const { decoder, mark } = encoding
  if (decoder === 'utf-8') return joined(mark, new TextEncoder().encode(xml))
  if (decoder === 'utf-16le' || decoder === 'utf-16be')
    return joined(mark, utf16(xml, decoder === 'utf-16le'))
  const table = bytesByCharacter(encoding)
  const text = Array.from(xml, (character) =>
    table.has(character) ? character : `&#${character.codePointAt(0)};`,
  ).join('')
  return Uint8Array.from(text, (character) => table.get(character) ?? 0x3f)
}
