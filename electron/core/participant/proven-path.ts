import { isAbsolute } from 'node:path'
import type { ReadFile } from '../ports.ts'
import { maxParticipantBytes } from './inspection.ts'

/**
 * The path, if the file there holds what the page handed over; else empty. A page names paths, so it must show that it
 * could read one before the program will read it later on its word.
 */
export const provenPath = async (
  readFile: ReadFile,
  path: string,
  bytes: Uint8Array,
): Promise<string> => {
  if (!isAbsolute(path)) return ''
  const there = await readFile(path, maxParticipantBytes)
  return there.ok && there.value !== null && Buffer.compare(there.value, bytes) === 0 ? path : ''
}
