import { inject, onScopeDispose, readonly, ref, type InjectionKey, type Ref } from 'vue'
import type { ConnectionState, HostBridge } from './bridge.ts'

/** Where the application, or a test, provides the host's bridge itself. */
export const hostBridgeKey: InjectionKey<HostBridge> = Symbol('host bridge')

/** Whether the host can be reached, as it changes. */
export const useConnection = (): Readonly<Ref<ConnectionState>> => {
  const state = ref<ConnectionState>('connected')
  const stop = inject(hostBridgeKey)?.onState?.((next) => {
    state.value = next
  })
  if (stop !== undefined) onScopeDispose(stop)
  return readonly(state)
}
