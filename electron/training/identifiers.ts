/** Identifiers of one transaction, unique over all runs of the training service. */
export interface TransactionIds {
  readonly transactionId: string
  readonly clientTransactionId: string
  readonly rkTransactionId: string
}

/** Makes identifiers with the day and a count from the second the service started. */
export const createIdentifiers = (startedAt: number): { next(now: number): TransactionIds } => {
  const run = Math.floor(startedAt / 1000)
    .toString(36)
    .toUpperCase()
  let count = 0
  return {
    next: (now) => {
      count += 1
      const number = String(count).padStart(5, '0')
      const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
      return {
        transactionId: `TRN-${day}-${run}-${number}`,
        clientTransactionId: `TRAINING-${run}-${number}`,
        rkTransactionId: `RK-${run}-${number}`,
      }
    },
  }
}
