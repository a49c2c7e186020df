/** The values of lines of JSON; null for a line that a power cut left half-written, which was never kept. */
export const jsonLines = (bytes: Uint8Array | null): unknown[] =>
  new TextDecoder()
    .decode(bytes ?? new Uint8Array())
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => {
      try {
        return JSON.parse(line)
      } catch {
        return null
      }
    })
