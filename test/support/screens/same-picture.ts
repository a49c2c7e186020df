import { userInfo } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { artifact } from '../worlds/program.ts'

/** What a user sees of one screen, in a form that can be compared between two hosts. */

/** A part of the screen and its position, in pixels. */
export interface Landmark {
  readonly name: string
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

export interface Picture {
  /** Lines of text in order. */
  readonly texts: readonly string[]
  /** Texts drawn on the charts' canvases, each once. */
  readonly drawn: readonly string[]
  readonly landmarks: readonly Landmark[]
  readonly png: Buffer
}

/** Must run before the page loads: records texts drawn on canvases, which cannot be read later. */
export const noteDrawnTexts = (): void => {
  const drawn = new Set<string>()
  Reflect.set(globalThis, 'drawnTexts', drawn)
  const fillText: unknown = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText')
  Reflect.set(
    CanvasRenderingContext2D.prototype,
    'fillText',
    function write(this: CanvasRenderingContext2D, text: string, ...place: number[]) {
      drawn.add(text)
      if (typeof fillText === 'function') Reflect.apply(fillText, this, [text, ...place])
    },
  )
}

/**
 * Text that differs from run to run in either host: times, transaction and receipt numbers, ports,
 * the user.
 */
const oneOff: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'MOMENT'],
  [/\d{1,2}:\d\d\s?[AP]M/g, 'TIME'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'MOMENT'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID'],
  [new RegExp(`^(?:nobody|${userInfo().username})$`), 'WHO'],
  [/took \d+(?:\.\d)? s/g, 'took SPAN'],
  [/just now|\d+ (?:seconds?|minutes?) ago/g, 'AGO'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
  [/\b(GP|TRN|TRAINING|RK)-[A-Z0-9]+-[A-Z0-9]+/g, '$1-NUMBER'],
  [/\b[0-9a-f]{6,} … [0-9a-f]{6,}/g, 'DIGEST'],
]
const steady = (text: string): string =>
  oneOff.reduce((known, [pattern, word]) => known.replace(pattern, word), text)

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => steady(line.replaceAll(/\s+/g, ' ').trim()))
    .filter((line) => line !== '')

/** Reads the current screen, with the pointer over nothing. */
export const takePicture = async (page: Page): Promise<Picture> => {
  await page.mouse.move(4, 790)
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.querySelector('main')?.scrollTo({ top: 0 })
    await document.fonts.ready
  })
  await page.waitForTimeout(300)
  const seen = await page.evaluate(() => {
    const drawn: unknown = Reflect.get(globalThis, 'drawnTexts')
    const places = [
      ...document.querySelectorAll(
        'nav, #app header, main, section, h1, h2, h3, table, canvas, main button',
      ),
    ]
    return {
      text: document.body.innerText,
      drawn: drawn instanceof Set ? [...drawn].map(String) : [],
      landmarks: places.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const name =
          element.getAttribute('aria-label') ??
          (/^(?:H\d|BUTTON)$/.test(element.tagName) ? element.textContent : '')
        return {
          name: `${element.tagName.toLowerCase()} ${name.trim()}`,
          box: [x, y, width, height] as const,
        }
      }),
    }
  })
  return {
    texts: linesOf(seen.text),
    drawn: seen.drawn.map(steady).toSorted(),
    landmarks: seen.landmarks.map(({ name, box }) => ({ name: steady(name), box })),
    png: await page.screenshot(),
  }
}

/** Largest distance between corresponding sides of two boxes, in pixels. */
export const farthest = (one: Landmark, other: Landmark): number =>
  Math.max(
    ...one.box.map((side, index) =>
      Math.abs(side - (other.box[index] ?? Number.POSITIVE_INFINITY)),
    ),
  )

/**
 * Writes both images side by side to `test/artifacts/same-picture-NAME.png`. @returns percentage of pixels whose color
 * differs by more than a tenth
 */
export const writeSideBySide = async (
  browser: Browser,
  name: string,
  desktop: Picture,
  host: Picture,
): Promise<number> => {
  const page = await browser.newPage({ viewport: { width: 2620, height: 860 } })
  await page.setContent(
    '<body style="margin:12px;white-space:nowrap;font:16px sans-serif;background:#cbd5e1"></body>',
  )
  const share = await page.evaluate(
    async ([first, second]) => {
      const figure = async ([title, base64]: readonly [string, string]) => {
        const image = new Image()
        image.src = `data:image/png;base64,${base64}`
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), {
          width: image.width,
          height: image.height,
        })
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const caption = Object.assign(document.createElement('p'), { textContent: title })
        caption.style.margin = '0 0 4px'
        const box = document.createElement('div')
        box.style.cssText = 'display:inline-block;margin-right:12px'
        box.append(caption, canvas)
        document.body.append(box)
        return (
          context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
        )
      }
      const one = await figure(first)
      const other = await figure(second)
      let differing = 0
      for (let pixel = 0; pixel < one.length; pixel += 4) {
        const apart = [0, 1, 2].some(
          (part) => Math.abs((one[pixel + part] ?? 0) - (other[pixel + part] ?? 0)) > 25,
        )
        if (apart) differing += 1
      }
      return (100 * differing) / (one.length / 4)
    },
    [
      [`${name}: desktop`, desktop.png.toString('base64')],
      [`${name}: browser host`, host.png.toString('base64')],
    ] as const,
  )
  await page.screenshot({ path: artifact(`same-picture-${name}`), fullPage: true })
  await page.close()
  return share
}
