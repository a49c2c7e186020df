import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { launchDesktop, runAsPerson, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder } from '#test/support/desktop/person.ts'
import { shownBox, windowsTitled } from '#test/support/desktop/windows.ts'

/**
 * Tests what the window tells the desktop environment: its icon, and the menu entry that it belongs
 * to.
 */

let desktop: Desktop
let windowId: string
beforeAll(async () => {
  desktop = await launchDesktop({ args: ['--data-dir', personalFolder('identity')] })
  windowId = await shownBox('Glidepath')
})
afterAll(async () => {
  await desktop.close()
})

/** Up to a megabyte of a window property, in the format of xprop. */
const property = (name: string, format: string): Promise<string> =>
  runAsPerson('xprop', ['-id', windowId, '-len', '1000000', '-f', name, format, name])

test('the window has the program’s icon, which Linux does not read from the executable', async () => {
  const said = await property('_NET_WM_ICON', '32c')
  const [width = 0, height = 0, ...pixels] = (said.split(' = ')[1] ?? '').split(',').map(Number)
  expect([width, height, pixels.length]).toEqual([256, 256, 256 * 256])
  const at = (x: number, y: number) => {
    const [blue, green, red, alpha] = new Uint8Array(
      Uint32Array.of(pixels[y * width + x] ?? 0).buffer,
    )
    return { red, green, blue, alpha }
  }
  expect(at(0, 0).alpha).toBe(0)
  // A teal pixel above the line in the icon.
  const { red = 255, green = 0, blue = 0, alpha } = at(160, 40)
  expect(alpha).toBe(255)
  expect(green).toBeGreaterThan(2 * red)
  expect(blue).toBeGreaterThan(2 * red)
})

test('the window has the class of the desktop file that the packages install', async () => {
  const manifest: unknown = JSON.parse(
    readFileSync(path.join(inject('desktop').stage.appDir, 'package.json'), 'utf8'),
  )
  const { desktopName } = z.object({ desktopName: z.string() }).parse(manifest)
  const said = await property('WM_CLASS', '8s')
  expect(said).toContain(`"${desktopName.replace(/\.desktop$/, '')}"`)
})

test('the test helpers find a window among others, and never report an open window as closed', async () => {
  // Each xclip process takes over the selection from the previous process, whose window then
  // closes.
  const others = runAsPerson('sh', [
    '-c',
    'for each in $(seq 150); do echo $each | xclip -i -selection secondary >/dev/null 2>&1; done',
  ])
  const found: (readonly string[])[] = []
  for (let times = 0; times < 60; times += 1) found.push(await windowsTitled('Glidepath'))
  await others
  expect(new Set(found.map(String))).toEqual(new Set([windowId]))
})
