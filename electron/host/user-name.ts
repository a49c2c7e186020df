import { userInfo } from 'node:os'

/** The operating system's user name; `unknown` if it has none. */
export const operatingSystemUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
