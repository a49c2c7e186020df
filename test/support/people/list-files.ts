import { drawn, personId } from '#electron/training/people/invented-standing.ts'
import { rowOf, tableOf } from '#electron/training/people/list-file.ts'
import type { PersonSpec } from '#electron/training/people/person-xml.ts'
import { fileEncodings } from './file-encoding.ts'

const misspelledShare = 4

/** A participant's row as it is written in a list; for a few people, an id is mistyped. */
const asWritten = (row: readonly string[]): readonly string[] => {
  const [participant = '', , , plan = ''] = row
  const at = personId.test(participant) ? drawn(`spelling of ${participant}`) : 100
  if (at >= misspelledShare) return row
  return at < misspelledShare / 2
    ? row.with(0, participant.replace(/0(?=\d*$)/, 'O'))
    : row.with(3, plan.replace(/-(?=\d$)/, ''))
}

const utf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2 + 2)
  const view = new DataView(bytes.buffer)
  for (const [index, unit] of ['\uFEFF', ...text.split('')].entries())
    view.setUint16(index * 2, unit.charCodeAt(0), littleEndian)
  return bytes
}

/**
 * Encodes text as old spreadsheets do: a character that the encoding lacks becomes a question mark.
 */
const windows1252 = (text: string): Uint8Array<ArrayBuffer> => {
  const decoder = new TextDecoder(fileEncodings[4].decoder)
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Uint8Array.from(Array.from(text, (character) => table.get(character) ?? 0x3f))
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/**
 * Lists with one row for each of `people`, in every encoding and with every delimiter that real
 * lists use; a few ids are mistyped. The same people give the same bytes.
 */
export const listFiles = (people: readonly PersonSpec[]) => {
  const rows = people.map(rowOf).map(asWritten)
  return [
    { name: 'opt-outs-utf-8.csv', bytes: utf8(tableOf(rows, ',')) },
    { name: 'opt-outs-utf-8-mark.csv', bytes: utf8(`\uFEFF${tableOf(rows, ';')}`) },
    { name: 'opt-outs-utf-16le.csv', bytes: utf16(tableOf(rows, '\t'), true) },
    { name: 'opt-outs-utf-16be.csv', bytes: utf16(tableOf(rows, '\t'), false) },
    { name: 'opt-outs-windows-1252.csv', bytes: windows1252(tableOf(rows, ';')) },
  ]
}
