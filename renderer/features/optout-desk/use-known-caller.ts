import { computed, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import { identityKey } from '#shared/identity-key.ts'
import { emptyRow } from '../submit/plan-rows.ts'
import type { CallTyped } from './call-typed.ts'
import { callersIn, callerWith, knownRows, type KnownCaller } from './known-callers.ts'

/**
 * The callers in earlier receipts that match the typed text, and the plans of the one with exactly that number and last
 * name: they follow the number and the environment until something is sent.
 */
export const useKnownCaller = (
  typed: CallTyped,
  requests: Readonly<ShallowRef<readonly EarlierRequest[] | null>>,
  environment: () => Pick<EnvironmentView, 'id' | 'place'> | null,
  isSent: () => boolean,
): {
  /** Callers with names, newest first, for the field's suggestions. */
  readonly offered: ComputedRef<readonly KnownCaller[]>
  /** The caller with exactly the typed number. */
  readonly exact: ComputedRef<KnownCaller | undefined>
} => {
  const callers = computed(() => callersIn(requests.value ?? [], environment()))
  const exact = computed(() => callerWith(callers.value, typed.participantId))
  const named = computed(() => {
    const lastName = exact.value?.lastName ?? ''
    return lastName === '' || identityKey(lastName) === identityKey(typed.lastName)
      ? exact.value
      : undefined
  })

  watch([named, () => typed.listed], ([caller, listed]) => {
    if (isSent()) return
    typed.known = knownRows(caller, listed, typed.known)
    const isEmpty = typed.byHand.every(
      ({ planId, planType }) => planId.trim() === '' && planType.trim() === '',
    )
    if (isEmpty) typed.byHand = typed.known.length + listed.length > 0 ? [] : [emptyRow()]
  })
  return { offered: computed(() => callers.value.filter(({ lastName }) => lastName !== '')), exact }
}
