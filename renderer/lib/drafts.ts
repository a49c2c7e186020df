import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch } from 'vue'
import { parseJson } from '#shared/text/parse-json.ts'
import { useHeldOpen } from './use-held-open.ts'

interface Form {
  readonly isTyped: () => boolean
  /** The content as JSON. */
  readonly read: () => string
}

/** What was typed and not sent, while the program ends at its lock and another one is unlocked. */
export const useDraftShelf = defineStore('drafts', () => {
  const forms = new Map<string, Form>()
  /** Content of forms that were not on screen since. */
  const waiting = shallowRef<ReadonlyMap<string, string>>(new Map())
  return {
    waiting,
    add: (name: string, form: Form): void => void forms.set(name, form),
    remove: (name: string, form: Form): void => {
      if (forms.get(name) === form) forms.delete(name)
    },
    /** The content of every form with something typed, by the form's name. */
    collect: (): Record<string, string> =>
      Object.fromEntries([
        ...waiting.value,
        ...[...forms]
          .filter(([, { isTyped }]) => isTyped())
          .map(([name, { read }]): [string, string] => [name, read()]),
      ]),
    /** Gives each content to its form, now or when it is next on screen. */
    giveBack: (contents: Readonly<Record<string, string>>): void => {
      waiting.value = new Map(Object.entries(contents))
    },
    taken: (name: string): void => {
      waiting.value = new Map([...waiting.value].filter(([other]) => other !== name))
    },
  }
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value from JSON has the same shape as `like`. An empty list or object in `like` allows any content. */
const hasShape = <T>(like: T, value: unknown): value is T => {
  if (Array.isArray(like)) {
    const [first] = like
    return (
      Array.isArray(value) && (first === undefined || value.every((each) => hasShape(first, each)))
    )
  }
  if (!isObject(like)) return typeof value !== 'object' || value === null
  const keys = Object.keys(like)
  return (
    isObject(value) &&
    (keys.length === 0 || Object.keys(value).every((key) => keys.includes(key))) &&
    keys.every((key) => like[key] === undefined || hasShape(like[key], value[key]))
  )
}

export interface DraftForm<T> {
  /** Names the form among all of the program. `participant/` begins the name of a form about the open participant. */
  readonly name: string
  /** Whether something typed would be lost. */
  readonly isTyped: () => boolean
  readonly read: () => T
  readonly write: (typed: T) => void
  /** False while the form still loads what it shows; by default it is always ready. */
  readonly isReady?: () => boolean
}

/**
 * Keeps what is typed in a form: closing the window asks first, and a lock that ends the program seals it and gives it
 * back after unlocking. Never for a form of secrets. Ends with the calling component or store.
 */
export const useDraft = <T>({ name, isTyped, read, write, isReady = () => true }: DraftForm<T>) => {
  const shelf = useDraftShelf()
  const form = { isTyped, read: () => JSON.stringify(read()) }
  useHeldOpen(isTyped)
  shelf.add(name, form)
  onScopeDispose(() => shelf.remove(name, form))
  watch(
    [() => shelf.waiting.get(name), isReady],
    ([text, ready]) => {
      if (text === undefined || !ready) return
      shelf.taken(name)
      const typed = parseJson(text)
      if (hasShape(read(), typed)) write(typed)
    },
    { immediate: true, flush: 'post' },
  )
}
