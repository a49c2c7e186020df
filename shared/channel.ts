import { z } from 'zod'

/** What requests and answers of every domain are made of. */

export const none = z.strictObject({})
export const id = z.string().min(1).max(200)
/** Chosen by the page, so that it can cancel before the answer is there. */
export const jobId = id
/** A file that main made. */
export const madeFile = z.strictObject({ fileName: z.string(), bytes: z.instanceof(Uint8Array) })
