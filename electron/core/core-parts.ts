import type { EnvironmentInput } from '#shared/settings/environment.ts'
import type { Network } from './environments/network/network.ts'
import type { ExampleFile, PickFile } from './participant/load-file.ts'
import type {
  Clock,
  Files,
  HttpTransport,
  KeychainPort,
  Logger,
  ListFolder,
  PickFolder,
  PickSavePath,
  ReadFile,
  SecretStore,
  SettingsFile,
  TrainingFaults,
  TrainingService,
  WriteExport,
  WriteFolder,
} from './ports.ts'
import type { ExampleList } from './environments/practice/practice.ts'

/** Everything that the core gets from outside: hosts pass real adapters, tests pass their own. */
export interface CoreParts {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  readonly platform: string
  readonly dataDir: string
  /** Operating-system user, for receipts. */
  readonly user: string
  /** Name of this computer, for the activity log. */
  readonly machine: string
  readonly files: Files
  readonly settingsFile: SettingsFile
  readonly secrets: SecretStore
  readonly keychain: KeychainPort
  readonly transport: HttpTransport
  /** `transport` asks it for routes; Settings changes it. */
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
  readonly training: TrainingService & TrainingFaults
  readonly examples: readonly ExampleFile[]
  readonly exampleList: ExampleList
  /** Reads a participant file that a person chose earlier. */
  readonly readFile: ReadFile
  readonly pickFile: PickFile
  /** Null if the host has no dialog for saving. */
  readonly pickSavePath: PickSavePath | null
  readonly writeExport: WriteExport
  /** Absent if the host has no dialog for choosing a folder. */
  readonly pickFolder?: PickFolder | undefined
  readonly writeFolder?: WriteFolder
  /** Present together with {@link pickFolder}. */
  readonly listFolder?: ListFolder | undefined
  readonly provisioned: readonly EnvironmentInput[]
  /** Sentences about start options that the program could not use, if the host does not show them. */
  readonly notices?: readonly string[]
  /** Removes the lock's passphrase first, which the owner of the account may do. */
  readonly forgetPassphrase?: boolean
}
