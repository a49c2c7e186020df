import type { OperationName } from '#shared/express/operations.ts'
import { countsOf, type Counts } from '#shared/training/faults.ts'

export interface OperationCounter {
  add(operation: OperationName): void
  all(): Counts
}

export const createOperationCounter = (): OperationCounter => {
  const counted = new Map<OperationName, number>()
  const of = (operation: OperationName): number => counted.get(operation) ?? 0
  return {
    add: (operation) => {
      counted.set(operation, of(operation) + 1)
    },
    all: () => countsOf(of),
  }
}
