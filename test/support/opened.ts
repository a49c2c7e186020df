import { unpackParcel } from '#shared/ipc/parcel.ts'

/** What a host's answer holds, for tests that take the page's place. */
export const opened = async (parcel: unknown): Promise<unknown> => {
  if (!(parcel instanceof Uint8Array)) throw new Error('a host answers with a parcel')
  return unpackParcel(parcel, async () => undefined)
}
