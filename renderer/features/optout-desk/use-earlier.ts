import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { useClient, useEvent } from '../../ipc/client.ts'

/** Fewer characters would fit too many people. */
const least = 3
/** Milliseconds after the last key: quick enough while typing, and one lookup for a pasted number. */
const pause = 200

/**
 * Earlier requests of participants whose id begins with the typed text; `null` while nothing is known. A failed lookup
 * shows nothing: the guard before sending looks again.
 */
export const useEarlier = (
  typed: () => string,
): {
  readonly requests: ShallowRef<readonly EarlierRequest[] | null>
  /** Looks up the typed text at once, without the pause. */
  readonly lookNow: () => Promise<void>
} => {
  const client = useClient()
  const requests = shallowRef<readonly EarlierRequest[] | null>(null)
  let latest = 0
  /** The text behind {@link requests}. */
  let lookedFor = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async (participantId: string): Promise<void> => {
    latest += 1
    const mine = latest
    const found = await client.call('desk.earlier', { participantId })
    if (mine !== latest) return
    requests.value = found.ok ? found.value : null
    lookedFor = participantId
  }
  const lookNow = async (): Promise<void> => {
    clearTimeout(timer)
    const participantId = typed().trim()
    if (participantId.length >= least && participantId !== lookedFor) await look(participantId)
  }

  watch(
    () => typed().trim(),
    (participantId) => {
      clearTimeout(timer)
      latest += 1
      lookedFor = ''
      if (participantId.length < least) requests.value = null
      else timer = setTimeout(() => void look(participantId), pause)
    },
    { immediate: true },
  )
  // A request settled in any window must no longer appear in doubt.
  useEvent('records.changed', () => {
    if (requests.value?.some(({ outcome }) => outcome === 'inDoubt') === true)
      void look(typed().trim())
  })
  onScopeDispose(() => clearTimeout(timer))
  return { requests, lookNow }
}
