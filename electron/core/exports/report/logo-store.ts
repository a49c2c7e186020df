import type { Logo } from '#shared/report/report-settings.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Files, Logger } from '../../ports.ts'
import { readLogo } from './read-logo.ts'

/** The firm's logo, a separate file in the data folder. */
export interface LogoStore {
  /** Null if there is none, or if it can no longer be used. */
  get(): Promise<Logo | null>
  /** Durable once resolved. Fails with `report.logo`, or with the disk's error; the old one then stays. */
  save(bytes: Uint8Array): Promise<Result<Logo>>
  remove(): Promise<Result<void>>
}

const fileName = 'report-logo'

export const createLogoStore = ({
  files,
  logger,
}: {
  readonly files: Files
  readonly logger: Logger
}): LogoStore => ({
  get: async () => {
    const bytes = await files.read(fileName)
    if (!bytes.ok || bytes.value === null) return null
    // Somebody may have put another file there.
    const logo = readLogo(bytes.value)
    if (!logo.ok) logger.warn(`logo: ${logo.error.message}`)
    return logo.ok ? logo.value : null
  },
  save: async (bytes) => {
    const logo = readLogo(bytes)
    if (!logo.ok) return logo
    const written = await files.replace(fileName, logo.value.bytes)
    return written.ok ? ok(logo.value) : written
  },
  remove: () => files.remove(fileName),
})
