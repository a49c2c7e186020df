import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLogo } from '#electron/core/report/logo.ts'
import {
  pngChunk as chunk,
  pngFile as png,
  pngPixels as right,
  pngStart as start,
} from '#test/support/samples/pictures.ts'
import { draw, readBack } from './made-report.ts'

/**
 * Tests that an image is recognized by its bytes, and that nothing that could harm a reader is
 * kept.
 */

/** The smallest JPEG of 8 × 8 gray pixels, with a comment and a location. */
const jpeg = (width = 8, height = 8): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.from([0xff, 0xe1, 0, 10]),
    Buffer.from('Exif\0\0GP'),
    Buffer.from([0xff, 0xfe, 0, 8]),
    Buffer.from('secret'),
    Buffer.from([0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 1)]),
    Buffer.from([
      0xff,
      0xc0,
      0,
      11,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      1,
      1,
      0x11,
      0,
    ]),
    Buffer.from([0xff, 0xc4, 0, 20, 0, 1, ...Array.from({ length: 16 }, () => 0)]),
    Buffer.from([0xff, 0xc4, 0, 20, 0x10, 1, ...Array.from({ length: 16 }, () => 0)]),
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9]),
    Buffer.from('<script>what follows the picture</script>'),
  ])

const refusalOf = (bytes: Uint8Array): string => {
  const read = readLogo(bytes)
  return read.ok ? 'taken' : `${read.error.code}: ${read.error.message}`
}

test('a PNG keeps its pixels and nothing else', () => {
  const read = readLogo(
    png(4, 3, right(4, 3), [
      chunk('tEXt', Buffer.from('Author\0Somebody')),
      chunk('eXIf', Buffer.from('where')),
    ]),
  )
  expect(read.ok && [read.value.format, read.value.width, read.value.height]).toEqual(['png', 4, 3])
  expect(read.ok && Buffer.from(read.value.bytes).includes('Somebody')).toBe(false)
  expect(read.ok && Buffer.from(read.value.bytes)).toEqual(png(4, 3, right(4, 3)))
})

test('a JPEG keeps its image, without comments, locations and anything after it', () => {
  const read = readLogo(jpeg())
  expect(read.ok && [read.value.format, read.value.width, read.value.height]).toEqual([
    'jpeg',
    8,
    8,
  ])
  expect(
    read.ok && /Exif|secret|script/.test(Buffer.from(read.value.bytes).toString('latin1')),
  ).toBe(false)
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a GIF', Buffer.from('GIF89a')],
  ['an empty file', Buffer.alloc(0)],
  ['a file that is a PNG only by name', start],
  [
    'a PNG that unpacks to far more than its pixels',
    png(4, 3, deflateSync(Buffer.alloc(50_000_000))),
  ],
  ['a PNG that unpacks to less than its pixels', png(400, 300, right(4, 3))],
  ['a PNG with more pixels than fit on paper', png(20_000, 20_000, right(4, 3))],
  ['an interlaced PNG', png(4, 3, right(4, 3), [], 1)],
  ['a PNG with a wrong checksum', png(4, 3, right(4, 3)).fill(1, 30, 33)],
  ['a PNG that is cut off', png(4, 3, right(4, 3)).subarray(0, 50)],
  ['a JPEG with more pixels than fit on paper', jpeg(9000, 8)],
  ['a JPEG that is cut off', jpeg().subarray(0, 60)],
  ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  [
    'a file of more than a megabyte',
    Buffer.concat([png(4, 3, right(4, 3)), Buffer.alloc(1_000_001)]),
  ],
])('%s is refused', (_what, bytes) => {
  expect(refusalOf(bytes)).toMatch(/^report\.logo: The /)
})

test(
  'a logo is on every page, complete and in the right position',
  { timeout: 60_000 },
  async () => {
    const logo = readLogo(png(400, 100, right(400, 100)))
    if (!logo.ok) throw new Error(logo.error.message)
    const { bytes, pages } = await draw({ logo: logo.value, parts: ['assumptions'] }, true)
    for (const { blocks } of pages) {
      const [mark] = blocks.flatMap(({ marks }) => marks.filter(({ kind }) => kind === 'logo'))
      expect(mark).toMatchObject({ width: 104, height: 26 })
    }
    expect(readBack(bytes).images).toMatch(/image\s+400\s+100/)
  },
)
