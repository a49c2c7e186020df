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

const openFile = z.strictObject({ handle })
const oneOfFile = openFile.extend({ index: z.int().min(0) })

/**
 * The mapping that files are read with, and the reason why the saved mapping is not used; empty if
 * it is used.
 */
const mappingInUseSchema = z.strictObject({
  mapping: participantMappingSchema,
  damaged: z.string(),
})

export const participantChannels = {
  'participant.examples': { request: none, response: z.array(exampleParticipantSchema) },
  'participant.open': { request: participantSourceSchema, response: openedParticipantSchema },
  'participant.choose': { request: oneOfFile, response: openedParticipantSchema },
  /** An open file as it is read now; requested after `participant.readAnew`. */
  'participant.current': { request: openFile, response: openedParticipantSchema },
  /** Opens one of the file's participants alone; the file stays open. */
  'participant.openOnly': { request: oneOfFile, response: openedParticipantSchema },
  /** Asks for a folder, then writes one file for each participant; null if the user chooses none. */
  'participant.split': { request: openFile, response: savedSplitSchema },
  'participant.text': { request: openFile, response: z.strictObject({ text: z.string() }) },
  'participant.close': { request: openFile, response: none },
  'participant.recents': { request: none, response: z.array(recentParticipantSchema) },
  'participant.forgetRecents': { request: none, response: none },

  'mapping.get': { request: none, response: mappingInUseSchema },
  /** Reads every open file again with the mapping; results saved earlier stay unchanged. */
  'mapping.save': {
    request: z.strictObject({ mapping: participantMappingSchema }),
    response: mappingInUseSchema,
  },
  /** The values that an unsaved mapping finds in an open file, for the participant on screen. */
  'mapping.preview': {
    request: openFile.extend({ mapping: participantMappingSchema }),
    response: mappingPreviewSchema.nullable(),
  },
} as const
