import { z } from 'zod'

/**
 * Shapes of an answer that an environment may trust as a refusal, in addition to the service's own error object and
 * result. Any server on the way may send them, so none is trusted unless somebody says so.
 */
export const refusalShapes = {
  fault: { label: 'A gateway’s fault', description: '{"fault":{"faultstring":"…"}}' },
  error: { label: 'An error by name', description: '{"error":"…","error_description":"…"}' },
  code: { label: 'A code with a message', description: '{"code":"…","message":"…"}' },
  message: { label: 'A message alone', description: '{"Message":"…"}' },
  list: { label: 'A list of messages', description: '[{"message":"…"}]' },
  success: {
    label: 'Success: false without a result',
    description: '{"success":false,"error":"…"}',
  },
} as const satisfies Record<string, { readonly label: string; readonly description: string }>

export type RefusalShape = keyof typeof refusalShapes
const isShape = (name: string): name is RefusalShape => Object.hasOwn(refusalShapes, name)
export const refusalShapeNames: readonly RefusalShape[] = Object.keys(refusalShapes).filter(isShape)

export const refusalsSchema = z.array(z.enum(refusalShapeNames)).max(refusalShapeNames.length)
