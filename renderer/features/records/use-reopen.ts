import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { personOf } from '#shared/participant/subject.ts'
import { samePerson } from '#shared/records/same-whom.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { useForecast } from '../../workspace/forecast/forecast-store.ts'
import { useParticipant } from '../../workspace/participant-store.ts'
import { useProgram } from '../../workspace/program-store.ts'

/**
 * Reopens a saved forecast as a scenario while its participant's file is open. A result of the same file is shown
 * as it is; with another file of the same person, its inputs are run again.
 */
export const useReopen = (saved: () => SavedForecast | null) => {
  const router = useRouter()
  const program = useProgram()
  const participant = useParticipant()
  const forecast = useForecast()

  const canReopen = computed(() => {
    const record = saved()
    return (
      record !== null &&
      participant.profile !== null &&
      participant.together === 1 &&
      program.isHere(record.environment) &&
      samePerson(record, { subject: personOf(participant.profile) })
    )
  })
  const reopen = async () => {
    const record = saved()
    const handle = participant.opened?.handle
    if (record === null || handle === undefined) return
    await forecast.shelf.load(handle)
    const kept = forecast.kept.find(({ id }) => id === record.id)
    if (kept) forecast.show(kept)
    else forecast.tryAgain(record)
    await router.push('/advise/forecast')
  }
  return { canReopen, reopen }
}
