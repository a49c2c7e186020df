import type { PickFolder, PickSavePath, ProxyResolver } from '../core/ports.ts'

/** A host's facts, for the code that builds the core. */
export interface HostContext {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  /** Absolute path. */
  readonly dataDir: string
  /** Absolute path of the administrator's list of environments; null if not given. */
  readonly provision: string | null
  /** 0 means any free port. */
  readonly trainingPort: number
  /** Whether to remove the lock's passphrase. */
  readonly forgetPassphrase: boolean
  readonly proxy: ProxyResolver
  /** The host's dialog for choosing a participant's file; null if it has none. */
  readonly pickFile: (() => Promise<string | null>) | null
  /** The host's dialog for saving a file; null if it has none, and the page downloads instead. */
  readonly pickSavePath: PickSavePath | null
  /** The host's dialog for choosing a folder; absent if it has none. */
  readonly pickFolder?: PickFolder
}
