import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RecoveryState } from '#shared/recovery/recovery.ts'
import { useClient } from '../ipc/client.ts'

/**
 * Whether the key to saved results is available, and whether a recovery code could restore it.
 * Never holds a code.
 */
export const useRecovery = defineStore('recovery', () => {
  const client = useClient()
  const state = shallowRef<RecoveryState | null>(null)
  /** True once the user chose "Not now" in this window. */
  const putOff = ref(false)

  const load = async () => {
    const found = await client.call('recovery.state', {})
    if (found.ok) state.value = found.value
  }
  for (const event of ['records.changed', 'settings.changed', 'environments.changed'] as const)
    client.on(event, () => void load())

  return { state, putOff, load }
})
