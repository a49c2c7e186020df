import path from 'node:path'
import { openConfSettings } from '#electron/adapters/settings/conf-settings.ts'
import { createWriteExport } from '#electron/adapters/files/exported-file.ts'
import { createFiles } from '#electron/adapters/files/files.ts'
import {
  listParticipantFiles,
  readParticipantFile,
} from '#electron/adapters/files/participant-file.ts'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import type { Keychain } from '#electron/adapters/keychain/keytar-secret-store.ts'
import { trustedRoots } from '#electron/adapters/transport/trusted-roots.ts'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { writeFolder } from '#electron/adapters/files/split-folder.ts'
import { readMapping } from '#electron/core/participant/participant-parts.ts'
import { createCore } from '#electron/core/app.ts'
import { createNetwork } from '#electron/core/environments/network/network.ts'
import type { CoreDoor } from '#electron/core/platform/door.ts'
import { ok, type Result } from '#shared/result.ts'
import type {
  Ask,
  Clock,
  HttpTransport,
  KeychainPort,
  Logger,
  PickFile,
  PickFolder,
  PickSavePath,
} from '#electron/core/platform/ports.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { exampleListFile } from '#electron/training/people/list-file.ts'
import { createTrainingService, type TrainingService } from '#electron/training/training-service.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { contract, type ChannelName, type ResponseOn } from '#shared/ipc/contract.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { asOnScreen, type Asked } from '../screens/as-on-screen.ts'
import { createFileSecretsDouble } from '../doubles/file-secrets-double.ts'
import { straightOut } from '../doubles/straight-out.ts'
import type { z } from 'zod'

/** The core on real adapters and the real training service, as a host sees it. */
export interface RealCore {
  readonly core: CoreDoor
  readonly training: TrainingService
  readonly dataDir: string
  /** Every line of the technical log. */
  readonly log: readonly string[]
  /** Sends a request as a page does; checks the envelope, and the value against the contract. */
  readonly call: <C extends ChannelName>(
    channel: C,
    request: Asked<C>,
  ) => Promise<Result<ResponseOn<C>>>
  /** The value of {@link call}; throws an error with the code if the request failed. */
  readonly must: <C extends ChannelName>(channel: C, request: Asked<C>) => Promise<ResponseOn<C>>
}

const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType<ResponseOn<C>> } } =
  contract

/** A test's wrappers around real adapters. */
export interface Around {
  readonly transport?: (transport: HttpTransport) => HttpTransport
  readonly training?: (training: TrainingService) => TrainingService
  /** The keychain; by default a file beside the data folder. */
  readonly keychain?: Keychain
  /** The host, by default the browser host. Only the desktop may use production environments. */
  readonly host?: 'desktop' | 'browser'
  /** Acts as the user at the save dialog, which the browser host does not have. */
  readonly pickSavePath?: PickSavePath
  /** Acts as the user at the folder dialog. */
  readonly pickFolder?: PickFolder
  /** Acts as the user at the dialog for opening a participant file. */
  readonly pickFile?: PickFile
  /** Acts as the person at main's questions; by default one who agrees. */
  readonly ask?: Ask
  /** The law in an administrator's provisioning file. */
  readonly firmLaw?: FirmLaw
  readonly clock?: Clock
  readonly forgetPassphrase?: boolean
  /** The firm's word on the lock, in its provisioning file. */
  readonly firmEncrypts?: boolean
  /** The host ends the process of a locked program whose passphrase encrypts; the test then opens another core. */
  readonly endsWhenLocked?: boolean
}

const alwaysOpen: KeychainPort = {
  state: () => ({ kind: 'system' }),
  reopen: () => Promise.resolve({ kind: 'system' }),
  isWaiting: () => false,
}

/** Opens the core on `dataDir`; its secrets are beside it in `<dataDir>.secrets.json`. */
export const openRealCore = async (dataDir: string, around: Around = {}): Promise<RealCore> => {
  const log: string[] = []
  const note = (message: string, cause?: unknown): void => {
    log.push(cause instanceof Error ? `${message}: ${cause.stack ?? cause.message}` : message)
  }
  const logger: Logger = { info: note, warn: note, error: note }
  const settingsFile = openConfSettings(dataDir).file
  const { firmLaw = [] } = around
  const service = createTrainingService({
    secret: 'training',
    logger,
    mapping: () => readMapping(settingsFile).mapping,
    firmLaw,
  })
  const training = around.training?.(service) ?? service
  const secrets =
    around.keychain?.store ?? createFileSecretsDouble(`${path.resolve(dataDir)}.secrets.json`)
  const clock = around.clock ?? createSystemClock()
  const network = createNetwork({
    resolver: straightOut,
    store: secrets,
    keychain: around.keychain?.state ?? (() => ({ kind: 'system' })),
    settingsFile,
    clock,
    logger,
  })
  const transport = createUndiciTransport({ certificateAuthorities: trustedRoots(), network })
  const core = await createCore({
    host: around.host ?? 'browser',
    version: '0.0.0',
    platform: process.platform,
    dataDir,
    user: 'tester',
    machine: 'test-machine',
    files: createFiles(dataDir),
    settingsFile,
    secrets,
    keychain: around.keychain ?? alwaysOpen,
    transport: around.transport?.(transport) ?? transport,
    network,
    clock,
    logger,
    random: Math.random,
    training,
    exampleList: { fileName: exampleListFile().name, bytes: exampleListFile().bytes },
    examples: examplePeople.map(({ id, name, reason, fileName, xml }) => ({
      id,
      name,
      age: 50,
      reason,
      fileName,
      xml,
    })),
    readFile: readParticipantFile,
    ask: around.ask ?? (async () => ok(undefined)),
    pickFile: around.pickFile ?? (async () => null),
    pickSavePath: around.pickSavePath ?? null,
    writeExport: createWriteExport(dataDir),
    pickFolder: around.pickFolder,
    writeFolder,
    listFolder: listParticipantFiles,
    provisioned: [],
    firmLaw,
    forgetPassphrase: around.forgetPassphrase ?? false,
    firmEncrypts: around.firmEncrypts,
    endsWhenLocked: around.endsWhenLocked,
  })

  const ask = async <C extends ChannelName>(
    channel: C,
    request: object,
  ): Promise<Result<ResponseOn<C>>> => {
    const envelope = envelopeSchema.parse(await core.router.handle(channel, request))
    if (!envelope.ok) return envelope
    return ok(responses[channel].response.parse(envelope.value))
  }
  const main = {
    environments: () => ask('environments.list', {}),
    settings: () => ask('settings.get', {}),
  }
  const call: RealCore['call'] = async (channel, request) => {
    const asked = asOnScreen(main, channel, request)
    // A request that needs nothing from main is sent synchronously, so that two requests reach main
    // in the test's order.
    return ask(channel, asked instanceof Promise ? await asked : asked)
  }
  return {
    core,
    training,
    dataDir,
    log,
    call,
    must: async (channel, request) => {
      const result = await call(channel, request)
      if (!result.ok) throw new Error(`${channel}: ${result.error.code}: ${result.error.message}`)
      return result.value
    },
  }
}
