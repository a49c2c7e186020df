import { homedir } from 'node:os'
import path from 'node:path'
import { defaultDataDir } from '../host/data-dir.ts'
import { AppFailure } from '#shared/app-failure.ts'
import type { AppError } from '#shared/errors.ts'
import { claimFolder } from '../host/claim-folder.ts'
import { endAtLock } from '../host/end-at-lock.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import type { HostContext } from '../host/host-context.ts'
import { catchLastResort } from '../host/last-resort.ts'
import { parseHostOptions } from '../host/options.ts'
import { removeWeakening } from '../host/weakening-variables.ts'
import type { Logger } from '../core/platform/ports.ts'
import { readyLine, trainingUrl } from '../host/ready-line.ts'
import { endWithStarter } from '../host/starter.ts'
import { startAgain, takeHandedOn } from './again.ts'
import { createEnvironmentProxy } from './environment-proxy.ts'
import { openBrowser, type Opened } from './open-browser.ts'
import { startBrowserServer } from './server.ts'
import { createShutdown } from './shutdown.ts'
import { sweepWindowFolders } from './window-folder.ts'

interface BrowserHostParts {
  readonly openCore: (host: HostContext) => Promise<{ readonly core: CoreDoor }>
  readonly logger: Logger
  readonly distDir: string
  readonly version: string
}

/**
 * How long shutdown waits for a submission, in milliseconds. It is longer than the service's
 * longest time limit.
 */
const patienceMs = 150_000
/**
 * How long after its start a shutdown is forced, in milliseconds. By then everything important is
 * on disk.
 */
const forceAfterMs = 2_500

/** SIGHUP means that the terminal closed. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const absolute = (given: string | null) => (given === null ? null : path.resolve(given))

const endBy = (shutdown: { readonly request: () => Promise<void> }) => {
  void shutdown.request().then(() => {
    process.exitCode = 0
    setTimeout(() => process.exit(0), forceAfterMs).unref()
  })
}

/** Prints why the program cannot run; the program then ends by itself with exit code 2. */
const refuse = (logger: Logger, { message, advice }: AppError) => {
  logger.error([message, advice].join(' ').trim())
  process.exitCode = 2
}

type HandedOn = ReturnType<typeof takeHandedOn>

const start = async (
  { openCore, logger, distDir, version }: BrowserHostParts,
  handedOn: HandedOn,
) => {
  const ignoredVariables = removeWeakening(process.env)
  const options = parseHostOptions(process.argv.slice(2))
  if (!options.ok) return refuse(logger, options.error)
  const { port, open, provision, trainingPort, forgetPassphrase } = options.value
  const machine = { platform: process.platform, env: process.env }
  const dataDir = absolute(options.value.dataDir) ?? defaultDataDir({ ...machine, home: homedir() })
  const claimed = await claimFolder(dataDir)
  if (!claimed.ok) return refuse(logger, claimed.error)
  const { core } = await openCore({
    host: 'browser',
    version,
    dataDir,
    provision: absolute(provision),
    trainingPort,
    forgetPassphrase,
    proxy: createEnvironmentProxy(process.env),
    ignoredVariables,
    showQuestion: null,
    endsWhenLocked: true,
    pickFile: null,
    pickSavePath: null,
  })
  const started = await startBrowserServer({
    core,
    logger,
    pageDir: path.join(distDir, 'renderer'),
    port,
    pageKeys: handedOn?.pageKeys,
  })
  if (!started.ok) {
    refuse(logger, started.error)
    await core.close()
    return
  }
  const server = started.value
  let window: Extract<Opened, { kind: 'window' }> | null = null
  const shutdown = createShutdown({
    core,
    server,
    logger,
    closeWindow: () => window?.close(),
    patienceMs,
  })
  for (const signal of endSignals) process.on(signal, () => endBy(shutdown))
  let isStartingAgain = false
  void endAtLock(core, async () => {
    if (shutdown.hasBegun()) return
    isStartingAgain = true
    const hasStarter = process.channel !== undefined || handedOn?.hasStarter === true
    const pageKeys = window === null ? server.pageKeys() : []
    window?.close()
    await Promise.all([server.close(), window?.closed])
    startAgain({ pageKeys, hasStarter }, { port: server.port, open: window !== null })
  })
  const url = server.newUrl()
  process.stdout.write(
    readyLine({ host: 'browser', url, training: await trainingUrl(core), dataDir }),
  )
  if (!open) return
  void sweepWindowFolders()
  const opened = await openBrowser(url, machine, server.entered)
  if (opened.kind === 'none') logger.info(`Open the address above in a browser: ${opened.reason}.`)
  if (opened.kind === 'defaultBrowser')
    logger.info('If no page appears, open the address above in a browser.')
  if (opened.kind !== 'window') return
  window = opened
  // The page's key is lost with its window, so nobody can reach the program any more.
  void opened.closed.then(() => {
    if (!isStartingAgain) endBy(shutdown)
  })
}

/**
 * Runs the program behind a local page until SIGINT, SIGTERM, SIGHUP or the end of its window. Prints one line of JSON
 * once it is ready. The exit code is 0 for a normal end, 1 for a bug, 2 for an unmet requirement.
 */
export const runBrowserHost = async (parts: BrowserHostParts): Promise<void> => {
  catchLastResort((description) => {
    parts.logger.error(`Glidepath has to end: ${description}`)
    process.exit(1)
  })
  const handedOn = takeHandedOn(process.env)
  endWithStarter(() => {
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
  }, handedOn?.hasStarter)
  try {
    await start(parts, handedOn)
  } catch (cause) {
    if (!(cause instanceof AppFailure)) throw cause
    refuse(parts.logger, cause.error)
  }
}
