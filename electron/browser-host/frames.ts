import { z } from 'zod'
import { pack, packOnce, unpack } from '#shared/ipc/pack.ts'

/** From page to host. Every answer has the number of its call. */
const callSchema = z.strictObject({
  id: z.int().min(0),
  channel: z.string().min(1).max(100),
  payload: z.unknown(),
})

export type HostFrame =
  | { readonly id: number; readonly parcel: Uint8Array }
  | { readonly event: string; readonly payload: unknown }

export const readCall = (bytes: Uint8Array) => {
  try {
    return callSchema.safeParse(unpack(bytes)).data ?? null
  } catch {
    return null
  }
}

export const writeFrame = (frame: HostFrame): Uint8Array =>
  'parcel' in frame ? packOnce(frame, frame.parcel.length) : pack(frame)
