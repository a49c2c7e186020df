import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import { isSamePlace } from '../../stores/destination.ts'
import type { CallTyped } from './call-typed.ts'

/** The words of a name without case, accents, apostrophes and hyphens. */
const wordsOf = (name: string): readonly string[] =>
  identityKey(name.normalize('NFD').replace(/[\p{M}'’.]/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Two names with the same key name the same person; their words may be in any order. */
const nameKey = (name: string): string => wordsOf(name).toSorted().join(' ')

/** Whether `typed` may still become `name`: its last word may lack letters, and further words may follow. */
const mayBecome = (typed: string, name: string): boolean => {
  const whole = wordsOf(name)
  const words = wordsOf(typed)
  const last = words.at(-1) ?? ''
  return (
    words.slice(0, -1).every((word) => whole.includes(word)) &&
    whole.some((word) => word.startsWith(last))
  )
}

/**
 * Names other than the typed one in receipts of exactly the typed id, newest first. Only requests accepted in that
 * environment at its present address count: elsewhere, or in a refused one, the id may mean somebody else. While
 * somebody is `typing`, a name that can still become the receipt's is not another one.
 */
export const otherNames = (
  {
    participantId,
    firstName,
    lastName,
  }: Pick<CallTyped, 'participantId' | 'firstName' | 'lastName'>,
  requests: readonly EarlierRequest[],
  now: Pick<EnvironmentView, 'id' | 'place'> | null,
  typing: boolean,
): readonly string[] => {
  const id = identityKey(participantId)
  const typed = `${firstName} ${lastName}`.trim()
  if (id === '' || typed === '' || now === null) return []
  const same = nameKey(typed)
  const names = new Map<string, string>()
  for (const { outcome, environment, participantId: of, name } of requests) {
    if (outcome !== 'accepted' || !isSamePlace(environment, now) || identityKey(of) !== id) continue
    const key = nameKey(name)
    if (key === '' || key === same || names.has(key) || (typing && mayBecome(typed, name))) continue
    names.set(key, name.trim())
  }
  return [...names.values()]
}
