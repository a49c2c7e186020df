import { computed, shallowRef, watch } from 'vue'
import type { UnkeptRun } from '#shared/forecast/channels.ts'
import { useClient } from '../../../ipc/client.ts'
import { useProgram } from '../../../workspace/program-store.ts'
import { useParticipant } from '../../../workspace/participant-store.ts'
import { useForecast } from '../../../workspace/forecast/forecast-store.ts'
import { useFailureToast } from '../../../workspace/forecast/use-keep.ts'
import { scenarioName, scenarioTime } from './scenario-words.ts'

/**
 * A menu of the latest unsaved runs since the program started, newest first, without the run on
 * screen. Choosing an item shows its run again.
 */
export const useEarlierRuns = () => {
  const client = useClient()
  const forecast = useForecast()
  const participant = useParticipant()
  const program = useProgram()
  const sayWhy = useFailureToast()

  const runs = shallowRef<readonly UnkeptRun[]>([])
  const load = async () => {
    const handle = participant.opened?.handle
    const listed = handle === undefined ? null : await client.call('scenario.unkept', { handle })
    if (handle === participant.opened?.handle) runs.value = listed?.ok ? listed.value : []
  }
  watch(() => [forecast.forecast?.id, forecast.kept.length], load, { immediate: true })

  const putBack = async (id: string) => {
    const who = participant.opened?.handle
    const saved = await client.call('scenario.openUnkept', { id })
    if (who !== participant.opened?.handle) return
    if (saved.ok) return forecast.show(saved.value)
    sayWhy(saved.error)
    await load()
  }

  return computed(() =>
    runs.value
      .filter(({ id, environment }) => id !== forecast.forecast?.id && program.isHere(environment))
      .map((run) => ({
        label: scenarioName(run),
        description: scenarioTime(run.savedAt),
        onSelect: () => void putBack(run.id),
      })),
  )
}
