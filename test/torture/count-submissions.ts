import { submissionOperations } from '#shared/express/operations.ts'
import type { UatServer } from '#test/support/servers/uat-server.ts'
import { participantOf } from './work.ts'

/** Counts how often the service got each submission; forgets its requests, which are large, and its manners. */
export const countSubmissions = (uat: UatServer) => {
  const counts = new Map<string, number>()
  return {
    times: (number: number): number => counts.get(participantOf(number)) ?? 0,
    take: (): void => {
      for (const { target, body } of uat.seen) {
        if (!submissionOperations.some((operation) => operation === target)) continue
        const whom = /(?:"ParticipantId":"|UserID=\\")([^"\\]*)/.exec(body)?.[1] ?? ''
        counts.set(whom, (counts.get(whom) ?? 0) + 1)
      }
      uat.reset()
    },
  }
}
