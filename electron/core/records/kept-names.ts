import { isObject } from '#shared/is-object.ts'

/**
 * What is on disk calls a list a batch, as the first versions did: the lists, the receipts of their rows, and the journal. So
 * earlier versions read what this one writes, and nothing else has to know the word.
 */
const names: ReadonlyMap<string, string> = new Map([
  ['list', 'batch'],
  ['listId', 'batchId'],
])
const ours: ReadonlyMap<string, string> = new Map([...names].map(([name, kept]) => [kept, name]))

/** `value` with the names among its own and within what they name; what has none stays as it is. */
const renamed = (value: unknown, by: ReadonlyMap<string, string>): unknown =>
  isObject(value) && [...by.keys()].some((name) => Object.hasOwn(value, name))
    ? Object.fromEntries(
        Object.entries(value).map(([key, each]) => {
          const name = by.get(key)
          return name === undefined ? [key, each] : [name, renamed(each, by)]
        }),
      )
    : value

/** As it goes to disk. */
export const asKept = (value: unknown): unknown => renamed(value, names)
/** As the program has it, whatever is on disk. */
export const fromKept = (value: unknown): unknown => renamed(value, ours)
