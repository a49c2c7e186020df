/** Maximum depth. Answers are cut at 32 levels when they are read, so anything deeper is a cycle or a bug. */
const deepest = 100

const hasClass = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && prototype !== Object.prototype
}

/**
 * Makes a copy of `whole` that both hosts transfer in the same way: null, booleans, numbers,
 * strings, lists, objects without a class, `Uint8Array` and `Float64Array`. Properties that are
 * `undefined` are left out, and so is `__proto__`, which Electron's bridge would make the
 * prototype. Binary data is copied into its own memory, because Electron sends the whole buffer
 * behind a view and Node's small buffers share one with other data. `unwrap` is applied to every
 * value first. Throws a TypeError for other values and a RangeError for a value that is more than
 * 100 levels deep.
 */
export const plain = (
  whole: unknown,
  unwrap: (value: unknown) => unknown = (value) => value,
): unknown => {
  const copy = (wrapped: unknown, depth: number): unknown => {
    const value = unwrap(wrapped)
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    // Adding 0 also turns -0 into 0, as MessagePack does.
    if (typeof value === 'number') return value + 0
    if (value instanceof Uint8Array) return new Uint8Array(value)
    if (value instanceof Float64Array) return new Float64Array(value)
    if (depth === deepest) throw new RangeError(`a value more than ${deepest} levels deep`)
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (typeof value !== 'object' || hasClass(value))
      throw new TypeError(
        `no host carries a value of type ${Object.prototype.toString.call(value)}`,
      )
    const made: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(value)) {
      if (field !== undefined && name !== '__proto__') made[name] = copy(field, depth + 1)
    }
    return made
  }
  return copy(whole, 0)
}
