import type { RequestOn } from '#shared/ipc/contract.ts'
import { useClient, useEvent } from '../ipc/client.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { useParticipant } from './participant-store.ts'
import { useProgram } from './program-store.ts'

/**
 * A participant's marks; none while `about` is null. They are loaded again after each receipt and
 * when the environment changes.
 */
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
