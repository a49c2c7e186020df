import path from 'node:path'
import { app, dialog, session } from 'electron'
import type { BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/door.ts'
import type { HostContext } from '../core/host-context.ts'
import { takeFolder } from '../core/folder-lock.ts'
import { catchLastResort } from '../core/last-resort.ts'
import { parseHostOptions } from '../core/options.ts'
import { createPageFiles } from '../core/page/page-files.ts'
import type { Logger, SettingsFile } from '../core/ports.ts'
import { readyLine, trainingUrl } from '../core/ready-line.ts'
import { registerAppScheme, serveApp } from './app-protocol.ts'
import { followComputer } from './computer.ts'
import { hangCurtain } from './curtain.ts'
import { installGuards } from './guards.ts'
import { handleMessages, tellPage } from './ipc-bridge.ts'
import { installMenu } from './menu.ts'
import { appUrl } from './origin.ts'
import { createProxyResolver } from './proxy.ts'
import { guardQuit } from './quit.ts'
import { pickParticipantFile } from './pick-file.ts'
import { pickSavePath } from './pick-save-path.ts'
import { followTheme, takeTheme } from './theme.ts'
import { openWindow } from './window.ts'

export interface DesktopParts {
  /** Puts adapters and core together. Called once the application is ready. */
  readonly openCore: (host: HostContext) => Promise<{ readonly core: CoreDoor; readonly settings: SettingsFile }>
  readonly logger: Logger
  /** Without the program's own name. */
  readonly argv: readonly string[]
  /** Absolute path of `dist`. */
  readonly distDir: string
}

const absolute = (given: string | null): string | null => (given === null ? null : path.resolve(given))

const show = (window: BrowserWindow | null): void => {
  if (window === null || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/**
 * Runs the program in a window of its own. Up to the first `await` everything happens before the application is
 * ready, as Electron asks for schemes and the sandbox.
 */
export const runDesktop = async ({ openCore, logger, argv, distDir }: DesktopParts): Promise<void> => {
  const development = !app.isPackaged
  catchLastResort((description) => {
    logger.error(`Glidepath has to close: ${description}`)
    dialog.showErrorBox('Glidepath has to close', 'Something went wrong inside the program. Nothing was lost on disk.')
    app.exit(1)
  })
  const options = parseHostOptions(argv, { tolerant: true })
  if (!options.ok) {
    logger.error(options.error.message)
    app.exit(2)
    return
  }
  const dataDir = absolute(options.value.dataDir)
  if (dataDir !== null) app.setPath('userData', dataDir)
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  registerAppScheme()
  installGuards({ development })

  await app.whenReady()
  const userData = app.getPath('userData')
  // Electron's own lock knows of windows only, not of a browser host on the same folder.
  if (!(await takeFolder(userData))) {
    logger.error(`another Glidepath uses the data folder ${userData}`)
    dialog.showErrorBox('Glidepath is already running', 'Another Glidepath on this computer uses the same data folder, perhaps in a browser. Close that one first.')
    app.exit(2)
    return
  }
  const ours = session.fromPartition('glidepath', { cache: false })
  let window: BrowserWindow | null = null
  const current = (): BrowserWindow | null => window
  const { core, settings } = await openCore({
    host: 'desktop',
    version: app.getVersion(),
    dataDir: userData,
    provision: absolute(options.value.provision),
    trainingPort: options.value.trainingPort,
    forgetPassphrase: options.value.forgetPassphrase,
    proxy: createProxyResolver(ours),
    pickFile: () => pickParticipantFile(current()),
    pickSavePath: (question) => pickSavePath(current(), question),
  })
  serveApp(ours, createPageFiles(path.join(distDir, 'renderer')))
  handleMessages(core.router, current, logger)
  core.events.on((event, payload) => tellPage(window, event, payload))
  installMenu({
    platform: process.platform,
    development,
    command: (command) => tellPage(window, 'menu.command', { command }),
  })
  const preload = path.join(distDir, 'electron', 'preload.cjs')
  takeTheme(settings)
  window = openWindow({ session: ours, preload, settings, logger, development })
  window.once('closed', core.pageGone)
  followTheme(window, settings, core.events)
  hangCurtain(window, core.events, logger)
  followComputer(core, window)
  app.on('second-instance', () => show(window))
  guardQuit({ core, window: current, logger })
  const training = await trainingUrl(core)
  process.stdout.write(readyLine({ host: 'desktop', url: appUrl, training, dataDir: userData }))
}
