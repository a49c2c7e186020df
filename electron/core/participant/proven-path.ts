import { isAbsolute } from 'node:path'
import type { ReadFile } from '../ports.ts'
import { maxParticipantBytes } from './inspection.ts'

/**
 * The path, if its file holds the bytes that the page sent; otherwise empty. A page must prove that it could read a
 * file before the program later reads that path for it.
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
