import { encode } from 'uqr'
import { dayInWords } from '#shared/moments.ts'
import { paperSizes } from '#shared/report/page-model.ts'
import { ink } from './ink.ts'
import { measureWith, type PdfFonts } from './receipt/document.ts'
import { box, createSheet, type Drawing } from './sheet.ts'
import { writePages } from './write-pages.ts'

export interface RecoveryPage {
  /** The code as a person types it. */
  readonly code: string
  /** The day on which it was made, ISO 8601. */
  readonly day: string
  readonly user: string
  readonly machine: string
}

const body = { size: 10.5, leading: 16.3 } as const
const codeStyle = { size: 17, weight: 'bold' } as const
const groupsInLine = 4
const codeLeading = 30
/** Side of the QR code, points; a camera reads it at arm's length. */
const qrSide = 160

/** The dark modules of a QR code (ISO/IEC 18004) as bars, one for each run in a row. */
const drawQr = (text: string, left: number, top: number): Drawing => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const module = qrSide / size
  return data.map((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return []
      const end = row.indexOf(false, x)
      const length = (end === -1 ? size : end) - x
      const place = [left + x * module, top + y * module, length * module, module] as const
      return [box(place, { fill: '#000000' })]
    }),
  )
}

/** The page with a recovery code, as the bytes of a PDF file. */
export const drawRecoveryPage = async (
  { code, day, user, machine }: RecoveryPage,
  fonts: PdfFonts,
): Promise<Uint8Array> => {
  const [paper, measure] = [paperSizes.letter, measureWith(fonts)]
  const sheet = createSheet(paper, measure, { top: 60, bottom: 60, draw: () => [] })
  const groups = code.split('-')
  const lines = Array.from({ length: Math.ceil(groups.length / groupsInLine) }, (_, line) =>
    groups.slice(line * groupsInLine, (line + 1) * groupsInLine),
  )
  const column = sheet.inner / groupsInLine

  sheet.text('Glidepath recovery code', { role: 'h1', size: 18, weight: 'bold', leading: 26 })
  sheet.text(
    'Keep this page in a safe place, away from the computer. Anybody who has it and a copy of the saved results can read them.',
    { ...body, above: 4 },
  )
  sheet.heading('The code')
  sheet.block('p', lines.length * codeLeading, '', (top) =>
    lines.flatMap((line, row) =>
      line.map((group, at) =>
        sheet.line(group, sheet.left + at * column, top + row * codeLeading + 20, codeStyle),
      ),
    ),
  )
  sheet.text(
    'Capital or small letters, with or without spaces. The code has no letter I, L, O or U. The last character of each group checks the others.',
    { size: 9, leading: 13, color: ink.soft, above: 4 },
  )
  sheet.space(20)
  sheet.block('figure', qrSide, 'The code as a QR code', (top) => drawQr(code, sheet.left, top))
  sheet.heading('When to use it')
  sheet.text(
    'When Glidepath says that the key to saved results is gone: after the keychain was lost, or with a copy of the data folder on another computer. Open Settings, Recovery, and type the code.',
    body,
  )
  sheet.heading('Where it belongs')
  sheet.text(
    `Made on ${dayInWords(day)} by ${user} on ${machine}. A newer page takes the place of this one.`,
    body,
  )
  return writePages(sheet.pages(), { info: { Title: 'Glidepath recovery code' }, fonts })
}
