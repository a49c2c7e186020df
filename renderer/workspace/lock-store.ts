import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { LockState } from '#shared/lock/lock.ts'
import type { Result } from '#shared/result.ts'
import { useClient } from '../ipc/client.ts'

/**
 * Whether the program is locked, according to main. Holds no passphrase. Functions that change something resolve to the
 * failure, or `null`.
 */
export const useLock = defineStore('lock', () => {
  const client = useClient()
  const state = shallowRef<LockState | null>(null)
  /**
   * True if main did not answer. The screen may then appear anyway, because main refuses requests
   * while locked.
   */
  const unknown = shallowRef(false)
  const locked = computed(() => state.value?.locked ?? false)
  const known = computed(() => state.value !== null || unknown.value)

  const take = (result: Result<LockState>): AppError | null => {
    if (!result.ok) return result.error
    state.value = result.value
    return null
  }

  const load = async () => {
    unknown.value = take(await client.call('lock.state', {})) !== null
  }

  /** After a wrong passphrase, loads the waiting time again. */
  const unlock = async (passphrase: string) => {
    const error = take(await client.call('lock.unlock', { passphrase }))
    if (error !== null) await load()
    return error
  }
  const lock = async () => take(await client.call('lock.lock', {}))
  const setPassphrase = async (current: string, next: string) =>
    take(await client.call('lock.setPassphrase', { current, next }))
  const removePassphrase = async (current: string) =>
    take(await client.call('lock.removePassphrase', { current }))

  const encrypt = async (current: string, on: boolean) =>
    take(await client.call('lock.encrypt', { current, on }))
  /** Replaces a forgotten passphrase that encrypts, by the recovery code. */
  const useCode = async (code: string, next: string) =>
    take(await client.call('lock.useCode', { code, next }))

  client.on('lock.changed', (next) => {
    state.value = next
  })

  return {
    ...{ state, locked, known, load, unlock, lock },
    ...{ setPassphrase, removePassphrase, encrypt, useCode },
  }
})
