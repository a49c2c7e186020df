import { ok, type Result } from '#shared/result.ts'
import type { Files } from './ports.ts'

/** Parts of files, through {@link Files} of any kind: with the quick ways where there are some. */

export interface Part {
  readonly bytes: Uint8Array
  /** Bytes in the whole file, 0 where there is none. */
  readonly size: number
}

/** A part of a file, empty where there is no such file; see {@link Files.readPart}. */
export const readPart = async (files: Files, name: string, offset: number, length: number): Promise<Result<Part>> => {
  if (files.readPart) {
    const part = await files.readPart(name, offset, length)
    return part.ok ? ok(part.value ?? { bytes: new Uint8Array(), size: 0 }) : part
  }
  const whole = await files.read(name)
  if (!whole.ok) return whole
  const bytes = whole.value ?? new Uint8Array()
  return ok({ bytes: bytes.subarray(offset, offset + length), size: bytes.length })
}

/** Bytes in a file, 0 where there is none. */
export const sizeOf = async (files: Files, name: string): Promise<Result<number>> => {
  if (!files.sizeOf) {
    const part = await readPart(files, name, 0, 0)
    return part.ok ? ok(part.value.size) : part
  }
  const size = await files.sizeOf(name)
  return size.ok ? ok(size.value ?? 0) : size
}
