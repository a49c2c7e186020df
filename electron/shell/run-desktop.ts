import path from 'node:path'
import { app, dialog, session, type BrowserWindow } from 'electron'
import { AppFailure } from '#shared/app-failure.ts'
import type { Result } from '#shared/result.ts'
import { claimFolder, makeFolder } from '../host/claim-folder.ts'
import { closeWithin } from '../host/closing.ts'
import { endAtLock } from '../host/end-at-lock.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import type { HostContext } from '../host/host-context.ts'
import { catchLastResort } from '../host/last-resort.ts'
import { parseHostOptions } from '../host/options.ts'
import { createPageFiles } from '../host/page-files.ts'
import type { Logger, SettingsFile } from '../core/platform/ports.ts'
import { readyLine, trainingUrl } from '../host/ready-line.ts'
import { removeWeakening } from '../host/weakening-variables.ts'
import { registerAppScheme, serveApp } from './app-protocol.ts'
import { followComputer } from './computer.ts'
import { hangCurtain } from './curtain.ts'
import { hasAgreed, keepPortClosed, startAgreed } from './debugging.ts'
import { endFailedStart, needDisplay } from './failed-start.ts'
import { closeOff, installGuards } from './guards.ts'
import { dropLibraryMessages, handleMessages, tellPage } from './ipc-bridge.ts'
import { installMenu } from './menu.ts'
import { showNotices } from './boxes/notices.ts'
import { appUrl } from './origin.ts'
import { createProxyResolver } from './proxy.ts'
import { guardQuit } from './quit.ts'
import { showQuestion } from './boxes/show-question.ts'
import { pickFolder, pickParticipantFile } from './boxes/pick-path.ts'
import { pickSavePath } from './boxes/pick-save-path.ts'
import { hideRecentFiles } from './recent-files.ts'
import { relaunch } from './relaunch.ts'
import { mayRunWith, weakeningSwitches } from './switches.ts'
import { followTheme, takeTheme } from './theme.ts'
import { openWindow } from './window.ts'

interface OpenedCore {
  readonly core: CoreDoor
  readonly settings: SettingsFile
  /** Sentences for the user about input that the program could not use. */
  readonly notices: readonly string[]
}

export interface DesktopParts {
  /** Loads the modules of the core while the page's process starts. */
  readonly loadCore: () => Promise<void>
  readonly openCore: (host: HostContext) => Promise<OpenedCore>
  /**
   * Reads a setting from a data folder before the core opens its settings; undefined if it is not
   * set.
   */
  readonly peekSetting: (dataDir: string, key: string) => unknown
  readonly logger: Logger
  /** The command line without the program's own name. */
  readonly argv: readonly string[]
  /** Absolute path of `dist`. */
  readonly distDir: string
}

const absolute = (given: string | null) => (given === null ? null : path.resolve(given))

/**
 * Gives Chromium's own files a separate folder, so that the rest of the data folder contains only
 * the program's files.
 */
const keepChromiumApart = (dataDir: string) => {
  const folder = path.join(dataDir, 'chromium')
  app.setPath('sessionData', folder)
  app.setPath('crashDumps', path.join(folder, 'Crashpad'))
}

const show = (window: BrowserWindow): void => {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/**
 * Returns the value of `result`, or throws its error, which {@link endFailedStart} shows to the
 * user.
 */
const orRefuse = <T>(result: Result<T>) => {
  if (!result.ok) throw new AppFailure(result.error)
  return result.value
}

const start = async ({
  loadCore,
  openCore,
  peekSetting,
  logger,
  argv,
  distDir,
}: DesktopParts): Promise<void> => {
  const development = !app.isPackaged
  const ignoredVariables = removeWeakening(process.env)
  const recentFiles = hideRecentFiles(process.env)
  app.on('quit', recentFiles.forget)
  const switches = development ? [] : weakeningSwitches()
  const options = orRefuse(parseHostOptions(argv, { tolerant: true }))
  const dataDir = absolute(options.dataDir)
  if (dataDir !== null) app.setPath('userData', dataDir)
  const userData = app.getPath('userData')
  // If Electron cannot write its lock file, it reports that another program holds the lock.
  orRefuse(makeFolder(userData))
  keepChromiumApart(userData)
  const agreed = hasAgreed(userData, process.env)
  const refuse = () => {
    logger.error(`Glidepath did not open: it was started with --${switches.join(', --')}`)
    app.exit(2)
  }
  if (!development && !agreed && keepPortClosed()) {
    needDisplay()
    installGuards({ development })
    if (!(await mayRunWith(switches))) return refuse()
    app.exit(await startAgreed(userData))
    return
  }
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  needDisplay()
  registerAppScheme()
  installGuards({ development })

  // Electron's own lock covers only windows, not a browser host on the same folder.
  const [claimed] = await Promise.all([claimFolder(userData), app.whenReady()])
  recentFiles.started()
  if (switches.length > 0 && !agreed && !(await mayRunWith(switches))) return refuse()
  const ours = session.fromPartition('glidepath', { cache: false })
  orRefuse(claimed)
  await closeOff(ours)
  const router = Promise.withResolvers<CoreDoor['router']>()
  let opened: OpenedCore | null = null
  serveApp(ours, createPageFiles(path.join(distDir, 'renderer')))
  const preload = path.join(distDir, 'electron', 'preload.cjs')
  const settings: SettingsFile = {
    get: (key) => (opened === null ? peekSetting(userData, key) : opened.settings.get(key)),
    set: (key, value) => opened?.settings.set(key, value),
  }
  takeTheme(settings)
  const icon = path.join(distDir, 'electron', 'icon.png')
  const window = openWindow({ session: ours, preload, icon, settings, logger, development })
  handleMessages(router.promise, window)
  installMenu({
    platform: process.platform,
    development,
    command: (command) => tellPage(window, 'menu.command', { command }),
  })
  app.on('second-instance', () => show(window))
  await loadCore()
  opened = await openCore({
    host: 'desktop',
    version: app.getVersion(),
    dataDir: userData,
    provision: absolute(options.provision),
    trainingPort: options.trainingPort,
    forgetPassphrase: options.forgetPassphrase,
    ignoredVariables,
    endsWhenLocked: true,
    // Creates the session only when a proxy is first needed, because a session costs start time and
    // memory.
    proxy: createProxyResolver(() => session.fromPartition('proxies', { cache: false })),
    showQuestion: (question, signal) => showQuestion(window, question, signal),
    pickFile: () => pickParticipantFile(window),
    pickSavePath: (question) => pickSavePath(window, question),
    pickFolder: (title) => pickFolder(window, title),
  })
  dropLibraryMessages()
  const { core } = opened
  if (window.isDestroyed()) {
    // The window was closed before it showed anything, so Electron is already ending the program.
    await closeWithin(core)
    return
  }
  core.events.on((event, payload) => tellPage(window, event, payload))
  window.once('closed', core.pageGone)
  showNotices(window, opened.notices)
  followTheme(window, settings, core.events)
  hangCurtain(window, core.events, logger)
  const quit = guardQuit({ core, window, logger })
  followComputer(core, window, quit)
  void endAtLock(core, () => {
    if (!quit.hasBegun()) relaunch()
  })
  router.resolve(core.router)
  const training = await trainingUrl(core)
  process.stdout.write(readyLine({ host: 'desktop', url: appUrl, training, dataDir: userData }))
}

/**
 * Runs the program in a window. Everything before the first `await` runs before the application is
 * ready, which Electron requires for schemes and the sandbox. A failed start gives the reason and
 * exits with 2, or with 1 after a bug.
 */
export const runDesktop = async (parts: DesktopParts): Promise<void> => {
  catchLastResort((description) => {
    parts.logger.error(`Glidepath has to close: ${description}`)
    dialog.showErrorBox(
      'Glidepath has to close',
      'Something went wrong inside the program. Nothing was lost on disk.',
    )
    app.exit(1)
  })
  try {
    await start(parts)
  } catch (cause) {
    await endFailedStart(cause, parts.logger)
  }
}
