import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { recommendationOf, type AcceptLine } from '#shared/strategy/changes/accept-lines.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { useParticipant } from '../../../../stores/participant-store.ts'
import { useForecast } from '../forecast-store.ts'
import { useReadAs } from '../use-read-as.ts'

/** The request leaves out declined lines; that does not bind the service. */
export const notAccepted =
  'Glidepath does not send what is not accepted. The managed account may still change investments.'

/**
 * The accepted lines of the recommendation on screen; none at first. They belong to its answer: another run starts with
 * none, and an earlier one put back on screen brings its own back.
 */
export const useAccepted = defineStore('accepted', () => {
  const forecast = useForecast()
  const participant = useParticipant()
  const program = useProgram()
  const readAsOf = useReadAs()
  /** Keys of accepted lines by the unique id of their forecast. */
  const byForecast = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map())

  const recommendation = computed(() => {
    const saved = forecast.forecast
    if (saved === null || saved.kind !== 'forecast') return null
    const { readAs } = readAsOf(saved)
    const strategies = [...strategiesInYears(saved.reading.strategies, readAs)]
    const found = recommendationOf(
      { ...saved, reading: { ...saved.reading, strategies } },
      participant.profile,
      program.savingRules,
    )
    return found.proposes ? found : null
  })
  const keys = computed<ReadonlySet<string>>(
    () => byForecast.value.get(forecast.forecast?.id ?? '') ?? new Set(),
  )
  /** The accepted lines in the order on screen. */
  const lines = computed(() =>
    (recommendation.value?.lines ?? []).filter(({ key }) => keys.value.has(key)),
  )

  /** Whether anything is to be told line by line: recommended, or made by a rule of law. */
  const hasLines = computed(() => {
    const {
      lines: all = [],
      notTaken = [],
      annuities = [],
      rules = [],
    } = recommendation.value ?? {}
    return all.length + notTaken.length + annuities.length + rules.length > 0
  })

  const accept = (changed: readonly AcceptLine[], on: boolean) => {
    const id = forecast.forecast?.id
    if (id === undefined) return
    const rest = [...keys.value].filter((key) => changed.every((line) => line.key !== key))
    const next = new Set(on ? [...rest, ...changed.map(({ key }) => key)] : rest)
    byForecast.value = new Map([...byForecast.value, [id, next]])
  }

  return { recommendation, hasLines, keys, lines, accept }
})
