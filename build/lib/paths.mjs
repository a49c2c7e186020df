import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, without a trailing separator. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts)

/** Oldest Node that can run the setup; everything after the setup runs on the pinned Node. */
const oldestNode = { major: 20, minor: 19 }

/**
 * One sentence if this machine's Node is too old for the setup; otherwise empty.
 *
 * @param {string} version such as `v20.19.0`
 */
export function nodeTooOld(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const enough =
    major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
  if (enough) return ''
  return (
    `Glidepath needs Node ${oldestNode.major}.${oldestNode.minor} or later, and this is ${version}. ` +
    'Install the current release from https://nodejs.org and start again.'
  )
}

/** Major version of the Node pinned in node_modules. */
const pinnedMajor = 24

/** @param {string} version such as `v24.1.0` */
const isAsNew = (version) => Number(version.replace(/^v/, '').split('.')[0]) >= pinnedMajor

/**
 * Ends a test suite that runs on an older Node than the program's, before a missing feature makes
 * it fail.
 *
 * @param {string} version such as `v24.1.0`
 */
export function needPinnedNode(version) {
  if (isAsNew(version)) return
  throw new Error(
    `Tests run on the Node that is pinned in node_modules, and this is ${version}. ` +
      'Start them as `npx vitest run …`, which finds it, or put node_modules/.bin first in PATH.',
  )
}

/**
 * Path of the Node for the program: the one pinned in node_modules, or this process's Node if it is
 * at least as new. `null` if neither is usable.
 */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = inRoot('node_modules', 'node', 'bin', name)
  if (existsSync(pinned)) return pinned
  return isAsNew(process.version) ? process.execPath : null
}

/**
 * A package.json as plain data.
 *
 * @param {...string} parts folder below the root
 * @returns {Record<string, unknown>}
 */
export function packageJson(...parts) {
  return JSON.parse(readFileSync(inRoot(...parts, 'package.json'), 'utf8'))
}
