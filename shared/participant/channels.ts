import { z } from 'zod'
import { id as handle, none } from '../channel.ts'
import { participantMappingSchema } from './mapping.ts'
import { mappingPreviewSchema } from './trace.ts'
import {
  exampleParticipantSchema,
  openedParticipantSchema,
  participantSourceSchema,
  recentParticipantSchema,
  savedSplitSchema,
} from './opened.ts'

const index = z.number().int().min(0)

/** What files are read with, and why the one that was saved is not in use; empty where it is. */
const mappingInUseSchema = z.strictObject({
  mapping: participantMappingSchema,
  damaged: z.string(),
})

/** Participant files and how they are read. */
export const participantChannels = {
  'participant.examples': { request: none, response: z.array(exampleParticipantSchema) },
  'participant.open': { request: participantSourceSchema, response: openedParticipantSchema },
  'participant.choose': {
    request: z.strictObject({ handle, index }),
    response: openedParticipantSchema,
  },
  /** An open file as it is read now; asked after `participant.readAnew`. */
  'participant.current': { request: z.strictObject({ handle }), response: openedParticipantSchema },
  /** Opens one participant of the file alone; the file stays open. */
  'participant.openOnly': {
    request: z.strictObject({ handle, index }),
    response: openedParticipantSchema,
  },
  /** Asks the person for a folder, then writes a file for each participant; null when the person chooses none. */
  'participant.split': { request: z.strictObject({ handle }), response: savedSplitSchema },
  'participant.text': {
    request: z.strictObject({ handle }),
    response: z.strictObject({ text: z.string() }),
  },
  'participant.close': { request: z.strictObject({ handle }), response: none },
  'participant.recents': { request: none, response: z.array(recentParticipantSchema) },
  'participant.forgetRecents': { request: none, response: none },

  'mapping.get': { request: none, response: mappingInUseSchema },
  /** Reads every open file anew with it; what was saved before stays as it is. */
  'mapping.save': {
    request: z.strictObject({ mapping: participantMappingSchema }),
    response: mappingInUseSchema,
  },
  /** What a mapping that is not saved would find in an open file, for the participant on screen. */
  'mapping.preview': {
    request: z.strictObject({ handle, mapping: participantMappingSchema }),
    response: mappingPreviewSchema.nullable(),
  },
} as const
