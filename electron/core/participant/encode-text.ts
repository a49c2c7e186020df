import iconv from 'iconv-lite'
import type { DecodedFile } from './decode-bytes.ts'

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** `text` in the encoding of its source file, with a byte order mark if that file had one. */
export const encodeText = (
  text: string,
  { encoding, mark }: Pick<DecodedFile, 'encoding' | 'mark'>,
): Uint8Array => {
  const whole = mark ? `\uFEFF${text}` : text
  if (encoding === 'UTF-8') return Buffer.from(whole, 'utf8')
  if (encoding === 'UTF-16 LE') return Buffer.from(whole, 'utf16le')
  return encoding === 'UTF-16 BE' ? swapped(whole) : iconv.encode(whole, encoding)
}
