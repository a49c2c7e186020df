import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The bytes of the two weights on paper. */
export interface PdfFonts {
  readonly regular: Uint8Array
  readonly bold: Uint8Array
}

const names = {
  regular: ['400Regular/NotoSans_400Regular.ttf', 'NotoSans-Regular.ttf'],
  bold: ['600SemiBold/NotoSans_600SemiBold.ttf', 'NotoSans-SemiBold.ttf'],
} as const

const isSource = import.meta.url.endsWith('.ts')

/** Beside the built program; from sources, in npm's folder. */
const placeOf = (weight: keyof typeof names): string | URL =>
  isSource
    ? createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${names[weight][0]}`)
    : new URL(`./fonts/${names[weight][1]}`, import.meta.url)

/** Rejects if a font file is missing, which is a fault of the installation. */
export const readFonts = async (): Promise<PdfFonts> => {
  const [regular, bold] = await Promise.all([
    readFile(placeOf('regular')),
    readFile(placeOf('bold')),
  ])
  return { regular, bold }
}
