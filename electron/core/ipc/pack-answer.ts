import type { Envelope } from '#shared/ipc/envelope.ts'
import { packParcel } from '#shared/ipc/parcel.ts'
import { fail } from '#shared/result.ts'
import type { Logger } from '../ports.ts'

/** An answer on `channel` as it crosses to the page; one that cannot be packed is answered with `internal`. */
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
