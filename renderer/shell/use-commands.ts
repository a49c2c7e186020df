import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useLock } from '../workspace/lock-store.ts'
import { useParticipant } from '../workspace/participant-store.ts'
import { useOpenParticipant } from '../workspace/participant/use-open-participant.ts'
import { useProgram } from '../workspace/program-store.ts'
import { useEvent } from '../ipc/client.ts'
import { areas } from './areas.ts'
import { endPresenting, presenting } from '../ui/present.ts'
import { usePrint } from './use-print.ts'
import { keyOf } from '../lib/key-of.ts'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Matches elements that Escape closes before anything else. */
const opened = '[role="menu"], [role="listbox"], [role="dialog"]'

/** Connects shortcuts and menu commands to their actions. */
export const useCommands = (shortcutsOpen: Ref<boolean>): void => {
  const router = useRouter()
  const participant = useParticipant()
  const program = useProgram()
  const lock = useLock()
  const { pick } = useOpenParticipant()
  const print = usePrint()

  const go = (path: string) => void router.push(path)

  const runForecast = () => {
    if (participant.profile === null) return go('/advise')
    participant.runWanted = true
    go('/advise/forecast')
  }

  /** At the Opt-out desk these keys send the request. If they are pressed too early, they must not leave the call. */
  const runForecastUnlessOnDesk = () => {
    if (router.currentRoute.value.meta['area'] !== 'opt-out') runForecast()
  }

  /**
   * Without a passphrase the program cannot be locked, so this opens Settings, where the user can
   * set one.
   */
  const lockNow = () => {
    void lock.lock().then((refused) => {
      if (refused !== null) go('/settings')
    })
  }

  /** Present needs the forecast, so on any other screen the command opens the forecast first. */
  const present = () => {
    if (router.currentRoute.value.path === '/advise/forecast') presenting.value = !presenting.value
    else go(participant.profile === null ? '/advise' : '/advise/forecast')
  }

  const withControl: ReadonlyMap<string, () => void> = new Map([
    ['o', pick],
    ['p', print],
    ['l', lockNow],
    // The forecast screen handles Ctrl+S itself; on other screens it does nothing, so that the
    // browser never saves the page.
    ['s', () => undefined],
    ['enter', runForecastUnlessOnDesk],
    ...areas.map(({ path }, index): [string, () => void] => [String(index + 1), () => go(path)]),
  ])

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || lock.locked) return
    if (event.key === '?' && !event.ctrlKey && !event.metaKey && !typing(event.target)) {
      event.preventDefault()
      shortcutsOpen.value = true
      return
    }
    if (event.key === 'Escape' && document.querySelector(opened) === null && endPresenting()) return
    if (event.key === 'F5' && router.currentRoute.value.path === '/advise/forecast') {
      event.preventDefault()
      present()
      return
    }
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return
    const action = withControl.get(keyOf(event))
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  useEventListener('keydown', onKey)

  // The wheel scrolls the page, and never changes a number that has the focus.
  const onWheel = ({ target }: WheelEvent) => {
    if (!(target instanceof HTMLInputElement) || target !== document.activeElement) return
    if (target.type === 'number' || target.role === 'spinbutton') target.blur()
  }
  useEventListener('wheel', onWheel, { capture: true, passive: true })

  useEvent('menu.command', ({ command }) => {
    if (lock.locked) return
    const actions = {
      openParticipant: pick,
      runForecast,
      print,
      goAdvise: () => go('/advise'),
      goOptOut: () => go('/opt-out'),
      goSavedResults: () => go('/saved-results'),
      goSettings: () => go('/settings'),
      goActivity: () => go('/activity'),
      showShortcuts: () => (shortcutsOpen.value = true),
      lock: lockNow,
      present,
      toggleTheme: () => {
        const dark = document.documentElement.classList.contains('dark')
        void program.change({ theme: dark ? 'light' : 'dark' })
      },
    }
    actions[command]()
  })
}
