import path from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

/**
 * Fuses set what the packaged program's binary may do; its code cannot change them. There is one
 * entry per fuse. If Electron adds a fuse, the build stops until the fuse has an entry.
 *
 * @type {Readonly<Record<string, boolean>>}
 */
export const fuses = {
  // Keeps others from running scripts with this binary, which has the program's signature and
  // keychain access.
  RunAsNode: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Encryption costs nothing here, because the window's session is only in memory.
  EnableCookieEncryption: true,
  // Code is loaded only from the archive, whose integrity is checked (except on Linux).
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // The program does not ship its own V8 snapshot.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page is loaded from app://, so file:// needs no extra rights.
  GrantFileProtocolExtraPrivileges: false,
  // Needed by undici, which parses HTTP with WebAssembly.
  WasmTrapHandlers: true,
}

/**
 * The table in the format of `@electron/fuses`, which requires the binary to have exactly these
 * fuses. Throws if that package does not know a name.
 *
 * @param {Readonly<Record<string, unknown>>} known
 * @param {readonly string[]} lacking names of fuses that the binary does not have; empty for the
 * Electron we ship
 * @returns {import('@electron/fuses').FuseConfig}
 */
export function fuseConfig(known = FuseV1Options, lacking = []) {
  /** @type {Record<number, boolean>} */
  const states = {}
  for (const [name, on] of Object.entries(fuses)) {
    if (lacking.includes(name)) continue
    const index = known[name]
    if (typeof index !== 'number')
      throw new Error(`@electron/fuses is too old for this Electron: no ${name}.`)
    states[index] = on
  }
  const config = { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...states }
  return /** @type {import('@electron/fuses').FuseConfig} */ (config)
}

/** @type {Readonly<Record<string, string>>} */
const extensions = { darwin: '.app', mas: '.app', win32: '.exe', linux: '' }

/**
 * Sets the fuses of a packaged program.
 *
 * @param {import('electron-builder').AfterPackContext} context
 * @param {readonly string[]} [lacking] as in {@link fuseConfig}; tests package an older Electron
 */
export async function setFuses({ appOutDir, electronPlatformName, packager, arch }, lacking) {
  const extension = extensions[electronPlatformName]
  if (extension === undefined)
    throw new Error(`No way to the program is known on ${electronPlatformName}.`)
  const name =
    'executableName' in packager && typeof packager.executableName === 'string'
      ? packager.executableName
      : packager.appInfo.productFilename
  // Apple silicon runs only signed programs, so this signature stands in until the real one
  // replaces it.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin' && arch === 3
  const config = Object.assign(fuseConfig(FuseV1Options, lacking), { resetAdHocDarwinSignature })
  await flipFuses(path.join(appOutDir, `${name}${extension}`), config)
}

/**
 * electron-builder calls this after packing and before signing.
 *
 * @param {import('electron-builder').AfterPackContext} context
 */
export default async function afterPack(context) {
  await setFuses(context)
}
