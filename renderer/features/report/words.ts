import type { ReportSource } from '#shared/report/channels.ts'
import { dateTime } from '../../lib/format.ts'

/** A kept forecast in a list: what was changed for it, and when it was run. */
export const sourceWords = ({ name, savedAt }: ReportSource): string =>
  name === '' ? dateTime(savedAt) : `${name} · ${dateTime(savedAt)}`
