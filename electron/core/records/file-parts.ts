import { mapped, ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'

/** Parts of files, through any {@link Files}; uses its faster methods if there are any. */

const usualChunk = 4 * 1024 * 1024

export interface Part {
  readonly bytes: Uint8Array
  /** Bytes in the whole file; 0 if it does not exist. */
  readonly size: number
}

/** A part of a file; empty if the file does not exist. See {@link Files.readPart}. */
export const readPart = async (
  files: Files,
  name: string,
  offset: number,
  length: number,
): Promise<Result<Part>> => {
  const none = new Uint8Array()
  if (files.readPart)
    return mapped(
      await files.readPart(name, offset, length),
      (part) => part ?? { bytes: none, size: 0 },
    )
  return mapped(await files.read(name), (whole) => {
    const bytes = whole ?? none
    return { bytes: bytes.subarray(offset, offset + length), size: bytes.length }
  })
}

/** Bytes in a file; 0 if it does not exist. */
export const sizeOf = async (files: Files, name: string): Promise<Result<number>> =>
  files.sizeOf
    ? mapped(await files.sizeOf(name), (size) => size ?? 0)
    : mapped(await readPart(files, name, 0, 0), ({ size }) => size)

/**
 * Calls `line` with every line of the first `size` bytes of a file, without its line feed; `ended` is false for bytes
 * after the last line feed. The buffer is valid only during the call. Other work gets a turn after every `chunkBytes`.
 */
export const eachLine = async (
  files: Files,
  { name, size }: { readonly name: string; readonly size: number },
  line: (bytes: Buffer, number: number, ended: boolean) => void,
  {
    signal,
    chunkBytes = usualChunk,
  }: { readonly signal?: AbortSignal | undefined; readonly chunkBytes?: number } = {},
): Promise<Result<void>> => {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  let offset = 0
  while (offset < size && !signal?.aborted) {
    const part = await readPart(files, name, offset, Math.min(chunkBytes, size - offset))
    if (!part.ok) return part
    const { bytes } = part.value
    if (bytes.length === 0) break
    offset += bytes.length
    const fresh = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const chunk = rest.length === 0 ? fresh : Buffer.concat([rest, fresh])
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
