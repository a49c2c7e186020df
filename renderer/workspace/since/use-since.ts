import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { asksOf, type SinceAnswers, type SinceView } from '#shared/forecast/since.ts'
import { useClient, useEvent } from '../../ipc/client.ts'
import { useJob } from '../../ipc/use-job.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useParticipant } from '../participant-store.ts'
import { useProgram } from '../program-store.ts'

/** Answers of this many pairs of forecasts stay while the program is open. */
const mostPairs = 3

/** Answers to the steps by the pair of forecasts, so that visiting another screen does not ask the service again. */
const useSinceAnswers = defineStore('since-answers', () => {
  const known = shallowRef<ReadonlyMap<string, SinceAnswers>>(new Map())
  const add = (key: string, answers: SinceAnswers) => {
    known.value = new Map([...known.value, [key, answers] as const].slice(-mostPairs))
  }
  return { known, add }
})

const keyOf = ({ earlier, newer, split }: SinceView) => `${earlier.id} ${newer.id} ${split}`

/** What changed for the client of a saved result since last time; `id` returns null if there is no such result. */
export const useSince = (id: () => string | null) => {
  const client = useClient()
  const participant = useParticipant()
  const program = useProgram()
  const kept = useSinceAnswers()
  const job = useJob()

  const handle = () => participant.opened?.handle
  const found = useLoaded(
    () => {
      const [of, open] = [id(), handle()]
      return of === null
        ? null
        : client.call('since.find', { id: of, ...(open !== undefined && { handle: open }) })
    },
    () => `${id() ?? ''} ${handle() ?? ''}`,
  )
  useEvent('records.changed', () => void found.load())

  const view = found.value
  const failure = shallowRef<AppError | null>(null)
  const answers = computed(() =>
    view.value === null ? null : (kept.known.get(keyOf(view.value)) ?? null),
  )
  const asks = computed(() => (view.value === null ? 0 : asksOf(view.value)))
  /** True if the environment in use is the one of both forecasts. */
  const isHere = computed(() => view.value !== null && program.isHere(view.value.newer.environment))

  const ask = async () => {
    const now = view.value
    const to = program.destination
    if (now === null || to === null) return
    failure.value = null
    const open = handle()
    const result = await job.run((jobId) =>
      client.call('since.ask', {
        ...{ earlierId: now.earlier.id, newerId: now.newer.id, to, jobId },
        ...(open !== undefined && { handle: open }),
      }),
    )
    if (result.ok) kept.add(keyOf(now), result.value)
    else if (view.value === now) failure.value = result.error
  }

  return {
    view,
    error: found.error,
    loading: found.loading,
    load: found.load,
    answers,
    asks,
    isHere,
    failure,
    job,
    ask,
  }
}
