import { inject, onScopeDispose, readonly, ref, watch, type InjectionKey, type Ref } from 'vue'
import type { ConnectionState, HostBridge } from './bridge.ts'

/** Injection key of the host's bridge, provided by the application or a test. */
export const hostBridgeKey: InjectionKey<HostBridge> = Symbol('host bridge')

/** The state of the connection to the host, updated live. */
export const useConnection = (): Readonly<Ref<ConnectionState>> => {
  const state = ref<ConnectionState>('connected')
  const stop = inject(hostBridgeKey)?.onState?.((next) => {
    state.value = next
  })
  if (stop !== undefined) onScopeDispose(stop)
  return readonly(state)
}

/** Calls `again` each time that a lost connection is restored. */
export const useReconnected = (again: () => unknown) => {
  const state = useConnection()
  watch(state, (now, before) => {
    if (now === 'connected' && before === 'lost') again()
  })
  return state
}
