import path from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

/**
 * What the packaged program's binary may do; its code cannot change this. One entry per fuse: a new fuse of Electron
 * stops the build until it has an entry.
 *
 * @type {Readonly<Record<string, boolean>>}
 */
export const fuses = {
  // Keeps others from running scripts with this binary, and so with its signature and its keychain access.
  RunAsNode: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Costs nothing: the window's session is in memory.
  EnableCookieEncryption: true,
  // Code comes only from the archive, which is checked (not on Linux).
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // We ship no snapshot.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page comes from app://, never from file://.
  GrantFileProtocolExtraPrivileges: false,
  // undici reads HTTP with WebAssembly.
  WasmTrapHandlers: true,
}

/**
 * The table for `@electron/fuses`. Throws if that package does not know a name. The binary must have exactly these
 * fuses.
 *
 * @param {Readonly<Record<string, unknown>>} known
 * @param {readonly string[]} lacking names of fuses that the binary does not have; empty for the Electron we ship
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
  // Apple silicon runs only signed programs; the real signature replaces this one.
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
