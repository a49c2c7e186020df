import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/**
 * Draws the packages' icons from `resources/icon.svg` with an installed Chromium. Run `node build/resources/icons.mjs
 * [path of the browser]`; the repository keeps the results.
 */

const folder = new URL('./', import.meta.url)
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const icoSizes = [16, 24, 32, 48, 64, 128, 256]
/** Codes of PNG images in a macOS icon file; `2x` means double resolution. */
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/** @typedef {{ readonly size: number, readonly png: Buffer }} Image */

/**
 * Makes an .ico file with PNG images: a header of 6 bytes, 16 bytes for each image, then the
 * images.
 *
 * @param {readonly Image[]} images
 */
export function icoFile(images) {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    // A stored size of 0 means 256.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

/**
 * Makes an .icns file: the word `icns` and the total length, followed by the type, the length and
 * the PNG of each image.
 *
 * @param {readonly { readonly type: string, readonly png: Buffer }[]} images
 */
export function icnsFile(images) {
  const parts = images.flatMap(({ type, png }) => {
    const head = Buffer.alloc(8)
    head.write(type, 0, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return [head, png]
  })
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'latin1')
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, 8),
    4,
  )
  return Buffer.concat([head, ...parts])
}

/**
 * @param {string} svg
 * @param {string} executablePath
 */
async function draw(svg, executablePath) {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  /** @type {Map<number, Buffer>} */
  const images = new Map()
  for (const size of pngSizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    )
    images.set(size, await page.screenshot({ omitBackground: true }))
    await page.close()
  }
  await browser.close()
  return images
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const svg = await readFile(new URL('icon.svg', folder), 'utf8')
  const images = await draw(svg, process.argv[2] ?? '/usr/bin/chromium')
  /** @param {number} size */
  const png = (size) => images.get(size) ?? Buffer.alloc(0)
  await mkdir(new URL('icons/', folder), { recursive: true })
  for (const size of pngSizes)
    await writeFile(new URL(`icons/${size}x${size}.png`, folder), png(size))
  await writeFile(
    new URL('icon.ico', folder),
    icoFile(icoSizes.map((size) => ({ size, png: png(size) }))),
  )
  await writeFile(
    new URL('icon.icns', folder),
    icnsFile(icnsTypes.map(([type, size]) => ({ type, png: png(size) }))),
  )
}
