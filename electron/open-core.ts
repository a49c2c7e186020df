import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { ownYearsIn } from '#shared/law/firm-law.ts'
import { fail, type Result } from '#shared/result.ts'
import { createWriteExport, removeUnfinished } from './adapters/files/exported-file.ts'
import { createFiles } from './adapters/files/files.ts'
import { writeFolder } from './adapters/files/split-folder.ts'
import { readMapping } from './core/participant/participant-parts.ts'
import { createKeytarSecretStore } from './adapters/keychain/keytar-secret-store.ts'
import { listParticipantFiles, readParticipantFile } from './adapters/files/participant-file.ts'
import type { OpenedSettings } from './adapters/settings/settings-file.ts'
import { createSystemClock } from './adapters/system-clock.ts'
import { createLateTransport } from './adapters/transport/late-transport.ts'
import { readProvisioning, type Provisioning } from './core/environments/provisioning.ts'
import type { HostContext } from './host/host-context.ts'
import { createNetwork } from './core/environments/network/network.ts'
import { createAsking } from './core/questions/asking.ts'
import type { Logger, NetworkPort } from './core/platform/ports.ts'
import { operatingSystemUser } from './host/user-name.ts'

const provisionedFrom = async (file: string): Promise<Result<Provisioning>> => {
  try {
    return readProvisioning(await readFile(file))
  } catch {
    return fail({
      code: 'input.invalid',
      message: `The provisioning file ${file} cannot be read.`,
    })
  }
}

/** Completed years from a date of birth (YYYY-MM-DD) to `now`, both as UTC dates. */
const wholeYears = (dateOfBirth: string, now: number) => {
  const today = new Date(now).toISOString().slice(0, 10)
  const birthdayPassed = today.slice(5) >= dateOfBirth.slice(5)
  return Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (birthdayPassed ? 0 : 1)
}

/**
 * Loads the transport with its proxies and roots. This happens late, because nothing needs it
 * before the first request.
 */
const loadTransport = (network: NetworkPort) => async () => {
  const [{ createUndiciTransport }, { trustedRoots }] = await Promise.all([
    import('./adapters/transport/undici-transport.ts'),
    import('./adapters/transport/trusted-roots.ts'),
  ])
  return createUndiciTransport({ certificateAuthorities: trustedRoots(), network })
}

/**
 * Connects the adapters to the core, the same for both hosts except for the settings. An unusable list of environments
 * is left out and reported in `notices`, as sentences for the user; the program starts anyway.
 */
export const openCore = async (
  context: HostContext,
  logger: Logger,
  openSettings: (dataDir: string) => OpenedSettings | Promise<OpenedSettings>,
) => {
  const { proxy, ignoredVariables, provision, trainingPort, pickFile, showQuestion, ...host } =
    context
  const clock = createSystemClock()
  // Waiting for the keychain needs no CPU, so large modules load during that time.
  const [
    keychain,
    settings,
    { createCore },
    { examplePeople, exampleListFile, createTrainingService },
  ] = await Promise.all([
    createKeytarSecretStore(),
    openSettings(context.dataDir),
    import('./core/app.ts'),
    import('./training/index.ts'),
  ])
  await removeUnfinished(context.dataDir)
  const opened = keychain.state()
  if (opened.kind === 'memory') logger.warn(`keychain: ${opened.message}`)
  const provisioned = provision === null ? null : await provisionedFrom(provision)
  const notices = [...settings.warnings]
  for (const warning of settings.warnings) logger.warn(warning)
  if (provisioned !== null && !provisioned.ok) {
    logger.error(`--provision: ${provisioned.error.message}`)
    notices.push(`${provisioned.error.message} Glidepath has started without it.`)
  }
  const firmLaw = provisioned?.ok ? provisioned.value.law : []
  const ownYears = ownYearsIn(firmLaw)
  if (ownYears.length > 0)
    notices.push(
      `Your firm’s figures of law for ${ownYears.join(', ')} are not used: this version has its own.`,
    )
  const network = createNetwork({
    ignoredVariables,
    resolver: proxy,
    store: keychain.store,
    keychain: keychain.state,
    settingsFile: settings.file,
    clock,
    logger,
  })
  const core = await createCore({
    ...host,
    platform: process.platform,
    user: operatingSystemUser(),
    machine: hostname(),
    files: createFiles(context.dataDir),
    settingsFile: settings.file,
    secrets: keychain.store,
    keychain,
    transport: createLateTransport(loadTransport(network)),
    network,
    clock,
    logger,
    random: Math.random,
    training: createTrainingService({
      port: trainingPort,
      logger,
      mapping: () => readMapping(settings.file).mapping,
      firmLaw,
    }),
    examples: examplePeople.map((person) => ({
      id: person.id,
      name: person.name,
      age: wholeYears(person.dateOfBirth, clock.now()),
      reason: person.reason,
      fileName: person.fileName,
      get xml() {
        return person.xml
      },
    })),
    exampleList: {
      get fileName() {
        return exampleListFile().name
      },
      get bytes() {
        return exampleListFile().bytes
      },
    },
    readFile: readParticipantFile,
    ask: createAsking(showQuestion, clock),
    pickFile: pickFile ?? (async () => null),
    writeExport: createWriteExport(context.dataDir),
    writeFolder,
    listFolder: listParticipantFiles,
    provisioned: provisioned?.ok ? provisioned.value.environments : [],
    firmLaw,
    firmBackup: provisioned?.ok ? (provisioned.value.backup ?? undefined) : undefined,
    firmAdvisor: provisioned?.ok ? (provisioned.value.advisor ?? undefined) : undefined,
    firmIdentityChecks: provisioned?.ok
      ? (provisioned.value.identityChecks ?? undefined)
      : undefined,
    firmEncrypts: provisioned?.ok ? (provisioned.value.lockEncrypts ?? undefined) : undefined,
    firmOffersKit: provisioned?.ok ? (provisioned.value.offerRecoveryKit ?? undefined) : undefined,
    // The desktop shows the notices in a message box instead.
    notices: context.host === 'browser' ? notices : [],
  })
  return { core, settings: settings.file, notices }
}
