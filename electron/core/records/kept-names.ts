import { isObject } from '#shared/is-object.ts'

/**
 * On disk a list is called a batch, like in the first versions: in lists, in receipts of their rows, and in the
 * journal. So earlier versions can read what this one writes, and no other code needs the word.
 */
const names: ReadonlyMap<string, string> = new Map([
  ['list', 'batch'],
  ['listId', 'batchId'],
])
const ours: ReadonlyMap<string, string> = new Map([...names].map(([name, kept]) => [kept, name]))

/** `value` with renamed keys, its own and those inside; anything without such keys stays unchanged. */
const renamed = (value: unknown, by: ReadonlyMap<string, string>): unknown =>
  isObject(value) && [...by.keys()].some((name) => Object.hasOwn(value, name))
    ? Object.fromEntries(
        Object.entries(value).map(([key, each]) => {
          const name = by.get(key)
          return name === undefined ? [key, each] : [name, renamed(each, by)]
        }),
      )
    : value

export const asKept = (value: unknown): unknown => renamed(value, names)
export const fromKept = (value: unknown): unknown => renamed(value, ours)
