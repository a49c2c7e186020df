import { z } from 'zod'
import { id, none } from '../channel.ts'
import { deskWrapUpSchema } from '../desk-call.ts'
import {
  earlierRequestSchema,
  endedCallSchema,
  deskReportRowSchema,
  deskReportRequestSchema,
} from './report-rows.ts'
import { deskConfigSchema, deskTextsSchema } from './texts.ts'
import { receiptSchema } from '../records/receipt.ts'

export const deskChannels = {
  'desk.config.get': {
    request: z.strictObject({ environmentId: id, version: z.int().min(0).optional() }),
    response: deskConfigSchema,
  },
  'desk.config.save': {
    request: z.strictObject({ environmentId: id, texts: deskTextsSchema }),
    response: deskConfigSchema,
  },
  /**
   * Earlier requests for participants whose id begins with the typed text, newest first, at most
   * 20.
   */
  'desk.earlier': {
    request: z.strictObject({ participantId: z.string().trim().min(3).max(200) }),
    response: z.array(earlierRequestSchema),
  },
  'desk.wrapUp': {
    request: z.strictObject({ receiptId: id, wrapUp: deskWrapUpSchema }),
    response: receiptSchema,
  },
  'desk.endCall': { request: endedCallSchema, response: none },
  /**
   * Calls from earlier runs of the program that have a request but no disposition yet, newest
   * first.
   */
  'desk.unwrapped': { request: none, response: z.array(deskReportRowSchema) },
  'desk.report': { request: deskReportRequestSchema, response: z.array(deskReportRowSchema) },
} as const
