import type { PickFolder, PickSavePath, ProxyResolver } from '../core/ports.ts'

/** What a host knows about itself and hands to whoever puts the core together. */
export interface HostContext {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  /** Absolute. */
  readonly dataDir: string
  /** Absolute path of the administrator's list of environments; null when none was given. */
  readonly provision: string | null
  /** 0 takes any free port. */
  readonly trainingPort: number
  /** Whether the lock's passphrase is to be taken away. */
  readonly forgetPassphrase: boolean
  readonly proxy: ProxyResolver
  /** The host's own dialog for choosing a participant's file; null where it has none. */
  readonly pickFile: (() => Promise<string | null>) | null
  /** The host's own dialog for saving a file; null where it has none and the page's own download serves. */
  readonly pickSavePath: PickSavePath | null
  /** The host's own dialog for choosing a folder; absent where it has none. */
  readonly pickFolder?: PickFolder
}
