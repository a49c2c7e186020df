import { unpackParcel } from '#shared/ipc/parcel.ts'

/** The content of a host's answer, for tests in place of the page. */
export const opened = async (parcel: unknown): Promise<unknown> => {
  if (!(parcel instanceof Uint8Array)) throw new Error('a host answers with a parcel')
  return unpackParcel(parcel, async () => undefined)
}
