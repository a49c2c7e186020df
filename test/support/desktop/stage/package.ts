import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createPackageWithOptions, extractAll } from '@electron/asar'
import { z } from 'zod'
import {
  testElectronCache,
  type TestElectron,
} from '../../../../build/lib/electron/test-electron.mjs'
import { addNode20Shim, giveSandbox, linkTree, starter } from './stage.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Fuses that the stand-in's binary does not have. The pinned Electron has all of them. */
export const fusesLacking: Readonly<Record<TestElectron['kind'], readonly string[]>> = {
  pinned: [],
  'stand-in': ['WasmTrapHandlers'],
}

/** The product as packaged by electron-builder, in a folder instead of an installer. */
export interface Package {
  /** The folder exactly as packaged. */
  readonly folder: string
  /** Every network request made during packaging. */
  readonly asked: readonly string[]
  /** Files that packaging put into the empty download caches. */
  readonly cached: readonly string[]
  /**
   * A copy that this Electron can run. If this is the stand-in, the archive also contains the shim
   * from `stage.ts`.
   */
  readonly runnable: string
  /** Starts that copy as the test user. */
  readonly command: string
  remove(): void
}

/** Replaces all download servers: records requests and answers none with a file. */
const startRecorder = async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.writeHead(503).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`)
    socket.end('HTTP/1.1 503 Not here\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the recorder has no port')
  return {
    asked,
    url: `http://127.0.0.1:${address.port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Directs every download of electron-builder and npm to `url`, and every cache to `cache`. */
const offline = (url: string, cache: string): NodeJS.ProcessEnv => {
  const ways = [
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ELECTRON_MIRROR',
    'ELECTRON_BUILDER_BINARIES_MIRROR',
    'npm_config_proxy',
    'npm_config_https_proxy',
  ]
  const caches = [
    'electron_config_cache',
    'ELECTRON_CACHE',
    'ELECTRON_BUILDER_CACHE',
    'XDG_CACHE_HOME',
  ]
  return {
    ...process.env,
    ...Object.fromEntries(
      ways.flatMap((name) => [
        [name, `${url}/`],
        [name.toLowerCase(), `${url}/`],
      ]),
    ),
    ...Object.fromEntries(caches.map((name) => [name, cache])),
    GLOBAL_AGENT_HTTP_PROXY: url,
    npm_config_registry: `${url}/`,
    // electron-builder runs npm to list the dependencies, and npm would otherwise check for a newer
    // npm.
    npm_config_update_notifier: 'false',
    // Under Vitest, electron-builder would link files instead of copying them, and would then set
    // the fuses of the tests' own Electron.
    VITEST: undefined,
    USE_HARD_LINKS: 'false',
  }
}

/**
 * The product's `afterPack` hook, with the fuses that the stand-in lacks; the pinned Electron lacks
 * none.
 */
const afterPackFor = (electron: TestElectron, folder: string): readonly string[] => {
  const lacking = fusesLacking[electron.kind]
  if (lacking.length === 0) return []
  const hook = path.join(folder, 'after-pack.mjs')
  const product = pathToFileURL(path.join(root, 'build', 'fuses.mjs')).href
  writeFileSync(
    hook,
    `import { setFuses } from '${product}'\nexport default (context) => setFuses(context, ${JSON.stringify(lacking)})\n`,
  )
  return [`-c.afterPack=${hook}`]
}

const runBuilder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js')
  const child = spawn(process.execPath, [builder, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (words += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`electron-builder ended with ${code}:\n${words}`)
}

/** Adds the shim to a packaged program, as its first module. */
const addShim = (app: string): void => {
  const manifestFile = path.join(app, 'package.json')
  const manifest = z
    .looseObject({ main: z.string() })
    .parse(JSON.parse(readFileSync(manifestFile, 'utf8')))
  const main = addNode20Shim(path.join(app, 'dist', 'electron'))
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, main }))
}

/**
 * A copy of the package that can start here. Sets the owner and mode of Chromium's sandbox as an
 * installer would, and adds the shim from `stage.ts` for the stand-in. Electron does not check the
 * archive on Linux, so the changed archive loads.
 */
const makeRunnable = async (
  folder: string,
  kind: TestElectron['kind'],
  work: string,
): Promise<string> => {
  const runnable = path.join(work, 'runnable')
  linkTree(folder, runnable)
  giveSandbox(runnable)
  if (kind === 'stand-in') {
    const app = path.join(work, 'app')
    extractAll(path.join(folder, 'resources', 'app.asar'), app)
    addShim(app)
    const archive = path.join(runnable, 'resources', 'app.asar')
    for (const name of [archive, `${archive}.unpacked`]) rmSync(name, { recursive: true })
    await createPackageWithOptions(app, archive, { unpack: '*.node' })
  }
  return runnable
}

/** Files in and below `folder`, with forward slashes, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    )
    .toSorted()

/** Runs electron-builder on the repository, with the tests' Electron instead of a download. */
export const makePackage = async (electron: TestElectron): Promise<Package> => {
  mkdirSync(testElectronCache(), { recursive: true })
  const work = mkdtempSync(path.join(testElectronCache(), 'package-'))
  chmodSync(work, 0o755)
  const remove = (): void => rmSync(work, { recursive: true, force: true })
  process.once('exit', remove)
  const caches = path.join(work, 'caches')
  mkdirSync(caches)
  const recorder = await startRecorder()
  try {
    await runBuilder(
      [
        ...['--config', 'electron-builder.yml', '--publish', 'never', '--linux', 'dir'],
        `-c.electronDist=${path.dirname(electron.program)}`,
        `-c.electronVersion=${electron.version}`,
        `-c.directories.output=${path.join(work, 'out')}`,
        ...afterPackFor(electron, work),
      ],
      offline(recorder.url, caches),
    )
  } finally {
    await recorder.stop()
  }
  const folder = path.join(work, 'out', 'linux-unpacked')
  const runnable = await makeRunnable(folder, electron.kind, work)
  const command = path.join(work, 'start-as-person.sh')
  writeFileSync(command, starter(path.join(runnable, 'glidepath')), { mode: 0o755 })
  return {
    folder,
    asked: recorder.asked,
    cached: filesBelow(caches),
    runnable,
    command,
    remove: () => {
      process.off('exit', remove)
      remove()
    },
  }
}
