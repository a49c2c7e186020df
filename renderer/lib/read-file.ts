import { fail, ok } from '#shared/result.ts'
import type { Client } from '../ipc/client.ts'
import { bytes } from './format.ts'

/**
 * Reads a file in the page in the form that main expects, with its path if the host knows it. Fails
 * with `participant.tooLarge` over `limit` bytes, before reading, and with
 * `participant.fileMissing` if the file is gone.
 */
export const readFile = async (
  client: Pick<Client, 'pathOf'>,
  file: File,
  limit = Number.POSITIVE_INFINITY,
) => {
  const { name, size } = file
  if (size > limit)
    return fail({
      code: 'participant.tooLarge',
      message: `${name} has ${bytes(size)}; at most ${bytes(limit)} can be opened.`,
    })
  try {
    const content = new Uint8Array(await file.arrayBuffer())
    const path = client.pathOf(file)
    return ok({ name, bytes: content, ...(path === '' ? {} : { path }) })
  } catch (cause) {
    const details = cause instanceof Error ? cause.message : String(cause)
    return fail({ code: 'participant.fileMissing', message: `${name} could not be read.`, details })
  }
}
