import { randomUUID } from 'node:crypto'
import type { OpenedParticipant } from '#shared/participant/opened.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../ports.ts'
import type { Inspected } from './inspection.ts'

/** The view of an inspected file, with its first participant chosen. */
export const openView = (
  fileName: string,
  bytes: Uint8Array,
  { text, encoding, sha256, reading }: Inspected,
  warnings: OpenedParticipant['warnings'],
  clock: Clock,
): OpenedParticipant => ({
  handle: randomUUID(),
  fileName,
  encoding,
  bytes: bytes.length,
  characters: text.length,
  sha256,
  openedAt: isoNow(clock),
  participants: reading.participants,
  chosen: 0,
  warnings,
})
