import type { StatefulSecretStore } from '#electron/core/records/key-ring.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { createMemorySecrets } from './memory-secrets.ts'

/** A keychain in memory that reports the state a test sets. */
export const createStatefulSecrets = () => {
  const secrets = createMemorySecrets()
  const control: { state: KeychainState } = { state: { kind: 'system' } }
  const store: StatefulSecretStore = { ...secrets, state: () => control.state }
  const setReachable = (reachable: boolean) =>
    secrets.breakWith(
      reachable ? null : { code: 'keychain.locked', message: 'The keyring is locked.' },
    )
  return { store, values: secrets.items, control, setReachable }
}
