import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { personOf } from '#shared/participant/subject.ts'
import { samePerson } from '#shared/records/same-whom.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { useClient } from '../../ipc/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useForecast } from '../../workspace/forecast/forecast-store.ts'
import { useFailureToast } from '../../workspace/forecast/use-keep.ts'
import { useParticipant } from '../../workspace/participant-store.ts'
import { useProgram } from '../../workspace/program-store.ts'

/**
 * Reopens a saved forecast as a scenario while its participant is open, or with the file that is kept with it. A result
 * of the same file is shown as it is; with another file of the same person, its inputs are run again.
 */
export const useReopen = (saved: () => SavedForecast | null) => {
  const client = useClient()
  const router = useRouter()
  const program = useProgram()
  const participant = useParticipant()
  const forecast = useForecast()
  const sayWhy = useFailureToast()
  const { value: file } = useLoaded(
    () => {
      const record = saved()
      return record && client.call('records.keepsFile', { id: record.id })
    },
    () => saved()?.id,
  )

  const isOpen = computed(() => {
    const record = saved()
    return (
      record !== null &&
      participant.profile !== null &&
      participant.together === 1 &&
      samePerson(record, { subject: personOf(participant.profile) })
    )
  })
  const canReopen = computed(() => {
    const record = saved()
    return (
      record !== null &&
      record.subject.among === undefined &&
      program.isHere(record.environment) &&
      (isOpen.value || file.value?.kept === true)
    )
  })
  const reopen = async () => {
    const record = saved()
    if (record === null) return
    if (!isOpen.value && !(await participant.open({ kind: 'kept', id: record.id })))
      return sayWhy(participant.problem)
    const handle = participant.opened?.handle
    if (handle === undefined) return
    await forecast.shelf.load(handle)
    const kept = forecast.kept.find(({ id }) => id === record.id)
    if (kept) forecast.show(kept)
    else forecast.tryAgain(record)
    await router.push('/advise/forecast')
  }
  return { canReopen, reopen }
}
