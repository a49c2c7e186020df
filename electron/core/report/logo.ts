import { crc32, inflateSync } from 'node:zlib'
import { logoLimits, type Logo } from '#shared/report/report-settings.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'

/** A firm's logo file, recognized by its bytes, not by its name. Only the printed pixels are stored. */

const refused = (message: string) => fail({ code: 'report.logo', message })

const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat(parts))
const fits = (width: number, height: number) =>
  width > 0 && height > 0 && Math.max(width, height) <= logoLimits.pixels

const tooLarge = refused(`The picture has more than ${logoLimits.pixels} pixels a side.`)
const broken = refused('The picture is damaged.')

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples per pixel and allowed bits per sample, by PNG color type. */
const colorTypes: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] }>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const keptChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** All chunks with a valid checksum, up to IEND; null if any chunk is cut or damaged. */
const chunksOf = (bytes: Buffer) => {
  const chunks = []
  let at = pngStart.length
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    chunks.push({ name, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (name === 'IEND') return chunks
    at = end
  }
  return null
}

const readPng = (bytes: Buffer): Result<Logo> => {
  const chunks = chunksOf(bytes)
  const [header] = chunks ?? []
  if (chunks === null || header?.name !== 'IHDR' || header.data.length !== 13) return broken
  const { data } = header
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth = 0, color = 0, compression, filter] = data.subarray(8)
  const type = colorTypes[color]
  if (type?.depths.includes(depth) !== true || compression !== 0 || filter !== 0) return broken
  if (data[12] !== 0) return refused('The picture is an interlaced PNG.')
  if (!fits(width, height)) return tooLarge
  const hasPalette = chunks.some(
    ({ name, data: palette }) => name === 'PLTE' && palette.length > 0 && palette.length % 3 === 0,
  )
  if (color === 3 && !hasPalette) return broken
  const size = height * (1 + Math.ceil((width * type.samples * depth) / 8))
  try {
    // A few bytes can unpack to gigabytes, so unpacking stops at the size of the image.
    const pixels = inflateSync(
      concat(chunks.filter(({ name }) => name === 'IDAT').map((chunk) => chunk.data)),
      { maxOutputLength: size },
    )
    if (pixels.length !== size) return broken
  } catch {
    return broken
  }
  const kept = concat([
    pngStart,
    ...chunks.filter(({ name }) => keptChunks.has(name)).map(({ whole }) => whole),
  ])
  return ok({ bytes: kept, format: 'png', width, height })
}

/** JPEG markers that start a frame: baseline, extended and progressive. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/**
 * True for a segment that can be left out, which is a comment or application data. The JFIF and
 * Adobe segments define the colors, so they stay.
 */
const isAside = (marker: number) =>
  marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee)

const readJpeg = (bytes: Buffer): Result<Logo> => {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return broken
    if (frames.has(marker) && length >= 8) {
      const [depth, components] = [bytes[at + 4], bytes[at + 9] ?? 0]
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
      if (depth !== 8 || ![1, 3, 4].includes(components)) return broken
    }
    if (marker === 0xda) {
      const over = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))
      if (size === null || over < end) return broken
      if (!fits(size.width, size.height)) return tooLarge
      return ok({ bytes: concat([...kept, bytes.subarray(at, over + 2)]), format: 'jpeg', ...size })
    }
    if (!isAside(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return broken
}

/** Checks an image and reduces it to its pixels, the form that is stored. Fails with `report.logo`. */
export const readLogo = (given: Uint8Array): Result<Logo> => {
  const bytes = Buffer.from(given)
  if (bytes.length > logoLimits.bytes) return refused('The file is larger than 1 MB.')
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return readPng(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes)
  return refused('The file is neither a PNG nor a JPEG.')
}

const fileName = 'report-logo'

export const createLogoStore = ({ files, logger }: Pick<CoreParts, 'files' | 'logger'>) => ({
  /** Null if there is no logo, or if it can no longer be used. */
  get: async () => {
    const bytes = await files.read(fileName)
    if (!bytes.ok || bytes.value === null) return null
    // Checks the stored file again, because somebody may have replaced it.
    const logo = readLogo(bytes.value)
    if (!logo.ok) logger.warn(`logo: ${logo.error.message}`)
    return logo.ok ? logo.value : null
  },
  /**
   * Resolves once the logo is durable on disk. Fails with `report.logo`, or with the disk's error; the old logo then
   * stays.
   */
  save: async (bytes: Uint8Array): Promise<Result<Logo>> => {
    const logo = readLogo(bytes)
    if (!logo.ok) return logo
    return whenOk(await files.replace(fileName, logo.value.bytes), () => ok(logo.value))
  },
  remove: () => files.remove(fileName),
})
