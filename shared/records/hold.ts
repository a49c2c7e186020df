import { z } from 'zod'
import { environmentStampSchema } from '../environments/environment.ts'
import { identityKey } from '../identity-key.ts'
import { subjectSchema } from '../participant/subject.ts'
import { samePerson, type PlacedWhom } from './same-whom.ts'

export const longestReason = 300

/** A legal hold on a client: while it stands, nothing of the client is removed. */
export const holdSchema = z.strictObject({
  id: z.string().min(1),
  subject: subjectSchema,
  environment: environmentStampSchema,
  /** SHA-256 of the client's file, hexadecimal; empty if unknown. */
  fileSha256: z.string(),
  reason: z.string().min(1).max(longestReason),
  heldAt: z.iso.datetime(),
  /** Operating-system user. */
  heldBy: z.string(),
})
export type Hold = z.infer<typeof holdSchema>

/**
 * True if a hold covers a result. It also covers whatever may belong to the client: the same id, alone or among others.
 */
export const isHeldBy = (
  { environment, subject, fileSha256 }: Hold,
  whom: Omit<PlacedWhom, 'environment'> & {
    readonly environment: { readonly id: string }
  },
): boolean => {
  if (environment.id !== whom.environment.id) return false
  const ids = [whom.subject, ...(whom.subject.among ?? [])].map(({ participantId }) =>
    identityKey(participantId),
  )
  const held = [subject, ...(subject.among ?? [])]
    .map(({ participantId }) => identityKey(participantId))
    .filter((id) => id !== '')
  return held.some((id) => ids.includes(id)) || samePerson({ subject, fileSha256 }, whom)
}
