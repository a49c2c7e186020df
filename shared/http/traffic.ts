import { z } from 'zod'
import { none, id } from '../channel.ts'
import { operationNames } from '../express/operations.ts'

/** Calls to the service as the page sees them. No schema here has a field for a secret or a participant's value. */

export const trafficOutcomes = [
  'answered',
  'refused',
  'failed',
  'notSent',
  'lost',
  'cancelled',
] as const

/**
 * The service's operations, the token request, and the connection test's probe without credentials.
 */
const calledOperations = [...operationNames, 'token', 'probe'] as const

const trafficEntrySchema = z.strictObject({
  id: z.string().min(1),
  /** Start of the attempt. */
  at: z.iso.datetime(),
  environment: z.strictObject({ id: z.string(), name: z.string() }),
  operation: z.enum(calledOperations),
  url: z.string(),
  /** Counted from 1 for each service call. */
  attempt: z.int().min(1),
  /**
   * `answered` is a 2xx, or any answer to a probe; `refused` is a 4xx, `failed` any other status.
   * Without a status, `notSent` means that nothing was sent, `lost` that something may have been
   * sent, and `cancelled` that the user canceled.
   */
  outcome: z.enum(trafficOutcomes),
  status: z.int().nullable(),
  durationMs: z.number().min(0),
  requestBytes: z.int().min(0),
  /** Size of the decompressed body in bytes; null if there was no answer. */
  responseBytes: z.int().min(0).nullable(),
})
export type TrafficEntry = z.infer<typeof trafficEntrySchema>

const trafficDetailSchema = z.strictObject({
  ...trafficEntrySchema.shape,
  /** Why there is no answer, or what its headers got wrong about its body; otherwise empty. */
  remark: z.string(),
  /**
   * The redacted bodies: field names, documented values and codes stay, and every other value is
   * replaced by its kind and length.
   */
  request: z.string(),
  response: z.string(),
})
export type TrafficDetail = z.infer<typeof trafficDetailSchema>

export const trafficChannels = {
  /** Service calls, newest first, with redacted bodies. */
  'traffic.list': { request: none, response: z.array(trafficEntrySchema) },
  'traffic.open': { request: z.strictObject({ id }), response: trafficDetailSchema },
  'traffic.clear': { request: none, response: none },
  /** The support file as text. */
  'traffic.export': { request: none, response: z.strictObject({ text: z.string() }) },
} as const
