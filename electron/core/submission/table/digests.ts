import { createHmac, hkdfSync } from 'node:crypto'
import type { NamedKey } from '../../records/sealed-row.ts'
import type { Traits } from './likeness.ts'

/** Bytes of a digest: enough that two never collide by accident. Without the key, nobody can test guessed ids. */
const digestBytes = 16

const keys = new WeakMap<NamedKey, Uint8Array>()

const keyOf = (base: NamedKey): Uint8Array => {
  const known = keys.get(base)
  if (known) return known
  const derived = hkdfSync('sha256', base.key, new Uint8Array(), 'glidepath submission traits', 32)
  const made = new Uint8Array(derived)
  keys.set(base, made)
  return made
}

const digestBy = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest().toString('base64url', 0, digestBytes)

export const traitKinds = ['service', 'body', 'file', 'person', 'plan'] as const
export type TraitKind = (typeof traitKinds)[number]

/** The same traits as keyed digests, which name nobody; an empty text stays empty. */
export const digestTraits = (base: NamedKey, traits: Traits): Traits => {
  const key = keyOf(base)
  const digest = (kind: TraitKind, text: string) =>
    text === '' ? '' : digestBy(key, `${kind}\n${text}`)
  return {
    ...traits,
    service: digest('service', traits.service),
    body: digest('body', traits.body),
    file: digest('file', traits.file),
    people: traits.people.map((person) => digest('person', person)),
    plans: traits.plans.map((plan) => digest('plan', plan)),
  }
}

/** Keyed digests of an answer's transaction ids at the service of `traits`; another service may give the same ids. */
export const digestIds = (
  base: NamedKey,
  { service, environmentId }: Pick<Traits, 'service' | 'environmentId'>,
  ids: readonly string[],
): readonly string[] =>
  ids.map((id) => digestBy(keyOf(base), `transaction\n${service || environmentId}\n${id}`))
