import { isReactive, isReadonly, isRef, toRaw, unref } from 'vue'

/**
 * A deep copy that any bridge can carry: without Vue's proxies and `undefined` fields; binary data (`Uint8Array`,
 * `Float64Array` …) passes unchanged.
 */
export const plain = (value: unknown): unknown => {
  const raw: unknown = isRef(value)
    ? unref(value)
    : isReactive(value) || isReadonly(value)
      ? toRaw(value)
      : value
  if (typeof raw !== 'object' || raw === null) return raw
  if (ArrayBuffer.isView(raw) || raw instanceof ArrayBuffer) return raw
  if (Array.isArray(raw)) return raw.map(plain)
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, field]) =>
      field === undefined ? [] : [[name, plain(field)]],
    ),
  )
}
