import { parseJson } from '#shared/text/parse-json.ts'

/**
 * The values of JSON lines; undefined for a line that a power cut left half-written, because such a line was never
 * completely saved.
 */
export const jsonLines = (bytes: Uint8Array | null): unknown[] =>
  new TextDecoder()
    .decode(bytes ?? new Uint8Array())
    .split('\n')
    .filter((line) => line !== '')
    .map(parseJson)
