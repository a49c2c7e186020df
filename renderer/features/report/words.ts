import type { ReportSource } from '#shared/report/channels.ts'
import { dateTime } from '../../lib/format.ts'

/** A saved forecast in a list: its changes and its time. */
export const sourceWords = ({ name, savedAt }: ReportSource): string =>
  name === '' ? dateTime(savedAt) : `${name} · ${dateTime(savedAt)}`
