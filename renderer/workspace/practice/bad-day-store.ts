import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { BadDay, FaultOrder } from '#shared/training/faults.ts'
import { useClient } from '../../ipc/client.ts'

export const useBadDay = defineStore('badDay', () => {
  const client = useClient()
  const day = shallowRef<BadDay | null>(null)
  const problem = shallowRef<AppError | null>(null)

  const take = (result: Result<BadDay>) => {
    problem.value = result.ok ? null : result.error
    if (result.ok) day.value = result.value
  }
  const load = async () => take(await client.call('training.faults.get', {}))
  const set = async (order: FaultOrder) => take(await client.call('training.faults.set', order))
  const clear = async () => take(await client.call('training.faults.clear', {}))

  return { day, problem, load, set, clear }
})
