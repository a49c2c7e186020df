import type { Envelope } from '#shared/ipc/envelope.ts'
import { packParcel } from '#shared/ipc/parcel.ts'
import { fail } from '#shared/result.ts'
import type { Logger } from '../ports.ts'

/** Packs an answer on `channel` for the page; an answer that cannot be packed becomes an `internal` error. */
export const packAnswer = (
  channel: string,
  envelope: Envelope,
  logger: Logger,
): Uint8Array<ArrayBuffer> => {
  try {
    return packParcel(envelope)
  } catch (cause) {
    logger.error(`the answer on ${channel} could not be packed`, cause)
    return packParcel(
      fail({ code: 'internal', message: 'Something went wrong inside the program.' }),
    )
  }
}
