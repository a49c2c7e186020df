import { countsOf, type Fault, type FaultTarget, type SetFault } from '#shared/training/faults.ts'

/** Bad answers to give; those of one target in the order set. */
export interface FaultQueue {
  /** The next `times` (1) requests of `target` meet `fault`, after `after` (0) undisturbed ones. */
  set(target: FaultTarget, fault: Fault, times?: number, after?: number): void
  /** Takes the fault for the present request; `null` for none. */
  take(target: FaultTarget): Fault | null
  clear(): void
  /** Faults set since the last `clear`, given or not. */
  list(): readonly SetFault[]
  /** Number of faults left, by target. */
  pending(): Readonly<Record<FaultTarget, number>>
}

/** Most finished entries to remember. */
const remembered = 200

interface Entry {
  readonly target: FaultTarget
  readonly fault: Fault
  readonly times: number
  after: number
  fired: number
}

const isThrough = ({ fired, times }: Entry): boolean => fired >= times

export const createFaultQueue = (): FaultQueue => {
  let entries: Entry[] = []
  return {
    set: (target, fault, times = 1, after = 0) => {
      if (times < 1) return
      const through = entries.filter(isThrough)
      const forgotten = new Set(through.slice(0, Math.max(0, through.length - remembered)))
      entries = [
        ...entries.filter((entry) => !forgotten.has(entry)),
        { target, fault, times, after, fired: 0 },
      ]
    },
    take: (target) => {
      const next = entries.find((entry) => entry.target === target && !isThrough(entry))
      if (next === undefined) return null
      if (next.after > 0) {
        next.after -= 1
        return null
      }
      next.fired += 1
      return next.fault
    },
    clear: () => {
      entries = []
    },
    list: () => entries.map((entry) => ({ ...entry })),
    pending: () => {
      const left = (target: FaultTarget): number =>
        entries
          .filter((entry) => entry.target === target)
          .reduce((sum, { times, fired }) => sum + times - fired, 0)
      return { ...countsOf(left), token: left('token') }
    },
  }
}
