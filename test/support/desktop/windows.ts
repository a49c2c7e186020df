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

/** Waits for a box with exactly this title and closes it with Enter. Fails after `ms`. */
export const closeBox = async (title: string, ms = 30_000): Promise<void> => {
  const end = performance.now() + ms
  for (;;) {
    const found = await runAsPerson('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`]).catch(() => '')
    const [id] = found.trim().split('\n')
    if (id !== undefined && id !== '') {
      await runAsPerson('xdotool', ['windowactivate', '--sync', id, 'key', '--window', '0', 'Return']).catch(() => '')
      await wait(300)
      const still = await runAsPerson('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`]).catch(() => '')
      if (!still.split('\n').includes(id)) return
    }
    if (performance.now() > end) throw new Error(`no box "${title}" was shown and closed`)
    await wait(50)
  }
}

/** A HOME of the person's own, and no D-Bus, neither by name nor in the places where one is looked for. */
export const homeWithoutBus = (): Readonly<Record<string, string>> => {
  const home = personalFolder('home')
  return { HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
}
