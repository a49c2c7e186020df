import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Files } from './ports.ts'

const usualChunk = 4 * 1024 * 1024

/** A part of a file and its whole size; empty if the file does not exist. See {@link Files.readPart}. */
export const readPart = async (files: Files, name: string, offset: number, length: number) =>
  whenOk(await files.readPart(name, offset, length), (part) => {
    const { buffer, byteOffset, byteLength } = part?.bytes ?? new Uint8Array()
    return ok({ bytes: Buffer.from(buffer, byteOffset, byteLength), size: part?.size ?? 0 })
  })

/** Size of a file in bytes; 0 if it does not exist. */
export const sizeOf = async (files: Files, name: string): Promise<Result<number>> =>
  whenOk(await files.sizeOf(name), (size) => ok(size ?? 0))

/**
 * Calls `line` with every line of a file, or of its first `size` bytes, without its line feed; `ended` is false for the
 * bytes after the last line feed. The buffer is valid only during the call. Other work gets a turn after every
 * `chunkBytes`.
 */
export const eachLine = async (
  files: Files,
  { name, size = Infinity }: { readonly name: string; readonly size?: number },
  line: (bytes: Buffer, number: number, ended: boolean) => void,
  {
    signal,
    chunkBytes = usualChunk,
  }: { readonly signal?: AbortSignal | undefined; readonly chunkBytes?: number } = {},
): Promise<Result<void>> => {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  let offset = 0
  let fileEnd = size
  while (offset < fileEnd && !signal?.aborted) {
    const part = await readPart(files, name, offset, Math.min(chunkBytes, fileEnd - offset))
    if (!part.ok) return part
    const { bytes } = part.value
    if (bytes.length === 0) break
    // Bytes that are appended meanwhile do not count.
    fileEnd = Math.min(fileEnd, part.value.size)
    offset += bytes.length
    const chunk = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      number += 1
      line(chunk.subarray(start, end), number, true)
      start = end + 1
    }
    rest = chunk.subarray(start)
  }
  if (rest.length > 0) line(rest, number + 1, false)
  return ok(undefined)
}
