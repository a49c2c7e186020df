import { setTimeout as wait } from 'node:timers/promises'
import { personalFolder } from './person.ts'
import { runAsPerson } from './launch.ts'

/** The windows of the display as its window manager sees them, whichever program they belong to. */

/** Process id of whoever owns the window in front; `null` where none is in front. */
export const ownerInFront = async (): Promise<number | null> => {
  const root = await runAsPerson('xprop', ['-root', '_NET_ACTIVE_WINDOW'])
  const id = /0x[1-9a-f][0-9a-f]*/.exec(root)?.[0]
  if (id === undefined) return null
  const owner = /= (\d+)/.exec(await runAsPerson('xprop', ['-id', id, '_NET_WM_PID']).catch(() => ''))?.[1]
  return owner === undefined ? null : Number(owner)
}

const visibleNamed = async (title: string): Promise<readonly string[]> =>
  (await runAsPerson('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`]).catch(() => '')).split('\n').filter((id) => id !== '')

/** Waits for a box with exactly this title; its window's id. Fails after `ms`. */
export const shownBox = async (title: string, ms = 30_000): Promise<string> => {
  const end = performance.now() + ms
  for (;;) {
    const [id] = await visibleNamed(title)
    if (id !== undefined) return id
    if (performance.now() > end) throw new Error(`no box "${title}" was shown`)
    await wait(50)
  }
}

/** Closes a box with exactly this title with Enter, once it is shown. Fails after `ms`. */
export const closeBox = async (title: string, ms = 30_000): Promise<void> => {
  const id = await shownBox(title, ms)
  const end = performance.now() + ms
  while ((await visibleNamed(title)).includes(id)) {
    if (performance.now() > end) throw new Error(`the box "${title}" did not close`)
    // A key sent to a window by name is ignored, so the box has to be in front. It may close in between.
    await runAsPerson('xdotool', ['windowactivate', id, 'sleep', '0.2', 'key', 'Return']).catch(() => '')
    await wait(100)
  }
}

/** A HOME of the person's own, and no D-Bus, neither by name nor in the places where one is looked for. */
export const homeWithoutBus = (): Readonly<Record<string, string>> => {
  const home = personalFolder('home')
  return { HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
}
