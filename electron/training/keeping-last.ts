/** Keeps the last result under its key: a lever asks for the same person again and again. */
export const keepingLast = <T>() => {
  let last: { readonly key: string; readonly made: T } | null = null
  return (key: string, make: () => T): T => {
    if (last?.key !== key) last = { key, made: make() }
    return last.made
  }
}
