import type { CoreParts, PickFile, ProxyResolver, ShowQuestion } from '../core/platform/ports.ts'
import type { HostOptions } from './options.ts'

/**
 * Facts about the host, for the code that builds the core. Paths are absolute. If there is no save
 * dialog, the page downloads files.
 */
export interface HostContext
  extends
    Pick<
      CoreParts,
      'host' | 'version' | 'dataDir' | 'pickSavePath' | 'pickFolder' | 'endsWhenLocked'
    >,
    Pick<HostOptions, 'provision' | 'trainingPort' | 'forgetPassphrase'> {
  readonly proxy: ProxyResolver
  /** Environment variables that were removed because they weaken the check of a server's identity. */
  readonly ignoredVariables: readonly string[]
  /** Asks a person outside the page; null if the host cannot. */
  readonly showQuestion: ShowQuestion | null
  /** The host's dialog for choosing a participant file; null if it has none. */
  readonly pickFile: PickFile | null
}
