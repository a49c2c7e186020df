import type { AppError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/environments/settings.ts'

export type KeychainFailure = Extract<KeychainState, { kind: 'memory' }>['reason']

const keychainName = (platform: NodeJS.Platform): string =>
  platform === 'darwin'
    ? 'Keychain'
    : platform === 'win32'
      ? 'Credential Manager'
      : 'system keyring'

/** Ends the sentence "Kept until Glidepath closes, because …" by naming what the keychain lacks. */
export const keychainReason = (
  reason: KeychainFailure,
  platform: NodeJS.Platform = process.platform,
): string => {
  const name = keychainName(platform)
  switch (reason) {
    case 'moduleMissing':
      return platform === 'linux'
        ? 'the system library libsecret is missing (install the package libsecret-1-0 on Debian and Ubuntu, libsecret elsewhere) and the program must be started again.'
        : `the part of the program that speaks to the ${name} could not be loaded; install the program again.`
    case 'unavailable':
      return platform === 'linux'
        ? 'no secret service answers on D-Bus (start one such as gnome-keyring or KWallet in your session).'
        : `the ${name} does not answer.`
    case 'locked':
      return `the ${name} is locked; unlock it, then try again.`
    case 'timeout':
      return `the ${name} did not answer within 5 seconds; it may be waiting for a password in another window.`
  }
}

/**
 * The advice never says that nothing changed: a secret may be written in several steps, and a late call may still
 * succeed.
 */
const adviceFor = (reason: KeychainFailure): string =>
  reason === 'timeout'
    ? 'What was asked of it may still be done once it answers. Look for a window that asks for its password, then try again.'
    : 'Try again once the keychain answers.'

export const keychainError = (reason: KeychainFailure, details: string): AppError => ({
  code: `keychain.${reason}`,
  message: `The keychain could not be used: ${keychainReason(reason)}`,
  advice: adviceFor(reason),
  ...(details === '' ? {} : { details }),
})

const lockedPattern =
  /locked|prompt|dismiss|interaction is not allowed|cancell?ed|passphrase|not correct/i

/**
 * Uses the error message of the operating system's library to tell a locked keychain from a missing
 * one.
 */
export const classifyKeychainFailure = (cause: unknown): AppError => {
  const details = cause instanceof Error ? cause.message : String(cause)
  return keychainError(lockedPattern.test(details) ? 'locked' : 'unavailable', details)
}
