import type { RequestOn } from '#shared/ipc/contract.ts'
import type { Client } from '../../ipc/client.ts'
import { bytes } from '../../lib/format.ts'

/** A file of the page in main's form, or why it is not sent: over the limit, or gone. */
export const handedOver = async (
  client: Pick<Client, 'pathOf'>,
  file: File,
  limit: number,
): Promise<Omit<RequestOn<'roster.addFile'>, 'rosterId'>> => {
  const { name } = file
  if (file.size > limit) {
    return {
      name,
      problem: {
        code: 'participant.tooLarge',
        message: `${name} has ${bytes(file.size)}; at most ${bytes(limit)} can be opened.`,
      },
    }
  }
  try {
    const content = new Uint8Array(await file.arrayBuffer())
    const path = client.pathOf(file)
    return { name, bytes: content, ...(path === '' ? {} : { path }) }
  } catch (cause) {
    const details = cause instanceof Error ? cause.message : String(cause)
    return {
      name,
      problem: { code: 'participant.fileMissing', message: `${name} could not be read.`, details },
    }
  }
}
