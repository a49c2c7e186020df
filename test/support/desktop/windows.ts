import { setTimeout as wait } from 'node:timers/promises'
import { personalFolder } from './person.ts'
import { runAsPerson } from './launch.ts'

/** Windows on the display, of any program, as its window manager lists them. */

const idsIn = (property: string, said: string): readonly string[] => {
  const line = said.split('\n').find((each) => each.startsWith(property)) ?? ''
  return (line.match(/0x[\da-f]+/g) ?? []).filter((id) => id !== '0x0')
}

/** The front window, if there is one. */
const idInFront = async (): Promise<string | null> => {
  const said = await runAsPerson('xprop', ['-root', '_NET_ACTIVE_WINDOW', '_NET_CLIENT_LIST'])
  const [id = ''] = idsIn('_NET_ACTIVE_WINDOW', said)
  return idsIn('_NET_CLIENT_LIST', said).includes(id) ? id : null
}

/** What `xprop` prints for a window; empty once it is gone. */
const propertiesOf = (id: string, ...names: readonly string[]): Promise<string> =>
  runAsPerson('xprop', ['-id', id, '-notype', ...names], { quiet: true }).catch(() => '')

/** Process id of the front window's owner; `null` if there is none. */
export const ownerInFront = async (): Promise<number | null> => {
  const id = await idInFront()
  const owner = id === null ? undefined : /= (\d+)/.exec(await propertiesOf(id, '_NET_WM_PID'))?.[1]
  return owner === undefined ? null : Number(owner)
}

/**
 * Ids of the windows with exactly this title. Reads the window manager's list from the root window,
 * which always exists. `xdotool search` visits all windows one by one and reports none if any of
 * them closes, so tests once believed that an open box was closed.
 */
export const windowsTitled = async (title: string): Promise<readonly string[]> => {
  const ids = idsIn('_NET_CLIENT_LIST', await runAsPerson('xprop', ['-root', '_NET_CLIENT_LIST']))
  const named = await Promise.all(
    ids.map(async (id) => ({ id, said: await propertiesOf(id, '_NET_WM_NAME', 'WM_NAME') })),
  )
  return named
    .filter(({ said }) => said.split('\n').some((line) => line.endsWith(`WM_NAME = "${title}"`)))
    .map(({ id }) => id)
}

/** Waits for a window with exactly this title; resolves to its id. Fails after `ms`. */
export const shownBox = async (title: string, ms = 30_000): Promise<string> => {
  const end = performance.now() + ms
  for (;;) {
    const [id] = await windowsTitled(title)
    if (id !== undefined) return id
    if (performance.now() > end) throw new Error(`no window "${title}" was shown`)
    await wait(50)
  }
}

/** Waits for a window with exactly this title and brings it to the front. */
export const bringToFront = async (title: string): Promise<void> => {
  await runAsPerson('xdotool', ['windowactivate', '--sync', await shownBox(title)])
}

/**
 * Waits until a window is in front. For a moment after a window closes, no window is in front and keys are lost. Fails
 * after `ms`.
 */
export const untilInFront = async (ms = 20_000): Promise<void> => {
  const end = performance.now() + ms
  while ((await idInFront()) === null) {
    if (performance.now() > end) throw new Error('no window came to the front')
    await wait(25)
  }
}

/** Closes a box with exactly this title by repeating `press` until it is gone. Fails after `ms`. */
export const closeBoxBy = async (
  title: string,
  press: (id: string) => Promise<unknown>,
  ms = 30_000,
): Promise<void> => {
  const id = await shownBox(title, ms)
  const end = performance.now() + ms
  while ((await windowsTitled(title)).includes(id)) {
    if (performance.now() > end) throw new Error(`the box "${title}" did not close`)
    // A press before the box is ready is lost, and the box may close in the meantime.
    await press(id).catch(() => undefined)
    await wait(100)
  }
}

/** Waits for a box with exactly this title and closes it by Enter. Fails after `ms`. */
export const closeBox = (title: string, ms?: number): Promise<void> =>
  // A key that is sent to a window by id is ignored, so the box must be in front.
  closeBoxBy(
    title,
    (id) =>
      runAsPerson('xdotool', ['windowactivate', id, 'sleep', '0.2', 'key', 'Return'], {
        quiet: true,
      }),
    ms,
  )

/** A HOME for the test user without D-Bus, neither by address nor in the usual places. */
export const homeWithoutBus = (): Readonly<Record<string, string>> => {
  const home = personalFolder('home')
  return {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
  }
}
