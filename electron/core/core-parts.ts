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

/** Everything from outside that the core works with; hosts hand in real adapters, tests what they need to own. */
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
  /** What `transport` asks for its ways; Settings changes it. */
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
  readonly training: TrainingService & TrainingFaults
  readonly examples: readonly ExampleFile[]
  readonly exampleList: ExampleList
  /** Reads a participant file that a person chose before. */
  readonly readFile: ReadFile
  readonly pickFile: PickFile
  /** Null where the host has no dialog for saving. */
  readonly pickSavePath: PickSavePath | null
  readonly writeExport: WriteExport
  /** Absent where the host has no dialog for choosing a folder. */
  readonly pickFolder?: PickFolder | undefined
  readonly writeFolder?: WriteFolder
  /** Beside {@link pickFolder}. */
  readonly listFolder?: ListFolder | undefined
  readonly provisioned: readonly EnvironmentInput[]
  /** What the program was started with and could not use, in sentences, where the host does not say so itself. */
  readonly notices?: readonly string[]
  /** Takes the lock's passphrase away first, as whoever owns the account may. */
  readonly forgetPassphrase?: boolean
}
