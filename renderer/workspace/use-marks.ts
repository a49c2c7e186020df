import type { RequestOn } from '#shared/ipc/contract.ts'
import { useClient, useEvent } from '../ipc/client.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { useParticipant } from './participant-store.ts'
import { useProgram } from './program-store.ts'

/** The marks of a person, anew when a receipt comes or another environment is in use; none while `about` is null. */
export const useMarks = (about: () => RequestOn<'records.marks'> | null) => {
  const client = useClient()
  const program = useProgram()
  const participant = useParticipant()
  const { value, load } = useLoaded(
    () => {
      const asked = about()
      return asked === null ? null : client.call('records.marks', asked)
    },
    () => JSON.stringify([about(), program.destination, participant.opened?.chosen]),
  )
  useEvent('records.changed', () => void load())
  return value
}
