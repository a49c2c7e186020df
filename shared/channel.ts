import { z } from 'zod'

/** Parts that the requests and answers of several domains share. */

export const none = z.strictObject({})
export const id = z.string().min(1).max(200)
/** A channel: a request with these fields, and the schema of its answer. */
export const channel = <Fields extends z.ZodRawShape, Response extends z.ZodType>(
  fields: Fields,
  response: Response,
) => ({ request: z.strictObject(fields), response })

/** The page chooses the id, so that it can cancel the job before the answer. */
export const jobId = id
/** A file produced by main. */
export const madeFile = z.strictObject({ fileName: z.string(), bytes: z.instanceof(Uint8Array) })
