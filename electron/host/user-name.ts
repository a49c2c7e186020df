import { userInfo } from 'node:os'

/** The operating system's name for who is at the keyboard; `unknown` where it has none to give. */
export const operatingSystemUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
