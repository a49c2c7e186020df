import { crc32, deflateSync } from 'node:zlib'

/** Images as bytes, for code that accepts an image file. */

/** A PNG chunk with its checksum. */
export const pngChunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
const header = (width: number, height: number, interlaced = 0): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, interlaced], 8)
  return data
}
export const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A PNG with three samples per pixel, valid or not. */
export const pngFile = (
  width: number,
  height: number,
  pixels: Uint8Array,
  more: readonly Buffer[] = [],
  interlaced = 0,
): Buffer =>
  Buffer.concat([
    pngStart,
    pngChunk('IHDR', header(width, height, interlaced)),
    ...more,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
/** Compressed pixels, all of one color. */
export const pngPixels = (width: number, height: number): Buffer =>
  deflateSync(Buffer.alloc(height * (1 + width * 3), 90))

/** A valid PNG of one color. */
export const pngOf = (width: number, height: number): Buffer =>
  pngFile(width, height, pngPixels(width, height))
