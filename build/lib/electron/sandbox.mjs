import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Kernel settings that can forbid user namespaces, each with the value that forbids them. */
const forbidding = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
]

/**
 * Electron's helper for systems without user namespaces. It works if root owns it and its setuid bit is set.
 *
 * @param {string} program
 */
const helperOf = (program) => join(dirname(program), 'chrome-sandbox')

/** @param {string} helper */
function isReady(helper) {
  if (!existsSync(helper)) return false
  const { uid, mode } = statSync(helper)
  return uid === 0 && (mode & 0o4000) !== 0
}

/**
 * The command that makes the sandbox work without user namespaces.
 *
 * @param {string} program Electron's program
 */
export function sandboxAdvice(program) {
  const helper = `'${helperOf(program)}'`
  return `this helps: sudo chown root ${helper} && sudo chmod 4755 ${helper}`
}

/**
 * Says why Electron's sandbox cannot work for this user; empty if it can. This program never runs
 * without the sandbox, because it holds production secrets.
 *
 * @returns {string}
 */
export function rootBecause() {
  const root = process.platform === 'linux' && process.getuid?.() === 0
  return root
    ? "the user is root, for whom Electron's sandbox does not work; start Glidepath as an ordinary user"
    : ''
}

/**
 * Says why Electron's sandbox cannot work on this system; empty if it can. Linux only.
 *
 * @param {string | null} program Electron's program; `null` until it is installed
 * @param {string} [kernel] folder of the kernel's settings
 */
export function noNamespacesBecause(program, kernel = '/proc/sys') {
  if (process.platform !== 'linux' || (program !== null && isReady(helperOf(program)))) return ''
  const forbidden = forbidding.some(([name = '', value]) => {
    const file = join(kernel, name)
    return existsSync(file) && readFileSync(file, 'utf8').trim() === value
  })
  if (!forbidden) return ''
  const advice =
    program === null ? '"npm start -- --host=desktop" says what helps' : sandboxAdvice(program)
  return `this system allows no user namespaces, which Electron's sandbox needs; ${advice}`
}
