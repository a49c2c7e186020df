import fc from 'fast-check'

/** A change to one node of a JSON value; `at` selects the node as a fraction of all nodes. */
export interface Mutation {
  readonly at: number
  readonly kind: 'drop' | 'retype' | 'duplicate' | 'nest' | 'rename'
  readonly value: unknown
}

/** Mutations for property tests: drop, retype, duplicate, nest, rename. */
export const mutationArbitrary: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  kind: fc.constantFrom('drop', 'retype', 'duplicate', 'nest', 'rename'),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('', '12.5', 'True', 1, 0, null, [], {}, [[]], '1e999'),
  ),
})

interface Spot {
  readonly parent: object
  readonly key: string | number
}

const spotsOf = (value: unknown, spots: Spot[]): Spot[] => {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, key) => {
      spots.push({ parent: value, key })
      spotsOf(item, spots)
    })
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) spots.push({ parent: value, key })
    for (const item of Object.values(value)) spotsOf(item, spots)
  }
  return spots
}

const get = ({ parent, key }: Spot): unknown => Reflect.get(parent, key)

const apply = (spot: Spot, mutation: Mutation): void => {
  const { parent, key } = spot
  const old = get(spot)
  switch (mutation.kind) {
    case 'drop':
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else Reflect.deleteProperty(parent, key)
      return
    case 'retype':
      Reflect.set(parent, key, mutation.value)
      return
    case 'duplicate':
      if (Array.isArray(parent)) parent.push(structuredClone(old))
      else Reflect.set(parent, key, [old, structuredClone(old)])
      return
    case 'nest':
      Reflect.set(parent, key, mutation.at < 0.5 ? [old] : { Value: old })
      return
    case 'rename':
      if (Array.isArray(parent)) parent.reverse()
      else {
        Reflect.deleteProperty(parent, key)
        Reflect.set(parent, mutation.at < 0.5 ? String(key).toLowerCase() : `x${String(key)}`, old)
      }
  }
}

/** Applies `mutations` one after another to `value`, a JSON value that is changed in place. */
export const mutate = <T>(value: T, mutations: readonly Mutation[]): T => {
  for (const mutation of mutations) {
    const spots = spotsOf(value, [])
    const spot = spots[Math.floor(mutation.at * spots.length)]
    if (spot) apply(spot, mutation)
  }
  return value
}
