import type { OperationName } from '#shared/express/operations.ts'

/** One number for each operation. */
export interface OperationCounter {
  add(operation: OperationName): void
  all(): Readonly<Record<OperationName, number>>
}

export const createOperationCounter = (): OperationCounter => {
  const counts = { enroll: 0, implement: 0, optout: 0, forecast: 0, forecastCurrent: 0, caseInformation: 0 }
  return {
    add: (operation) => {
      counts[operation] += 1
    },
    all: () => ({ ...counts }),
  }
}
