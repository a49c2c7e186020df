import type { Client } from '#shared/records/clients.ts'

/** Clients whose results all come from the same "Forecast all" run, shown as one entry. */
export interface GroupedRun {
  readonly run: string
  /** Newest first; at least two. */
  readonly clients: readonly Client[]
}

/** The run that made all of a client's results; undefined if they come from different runs. */
const onlyRun = ({ newest, items }: Client) =>
  items.every(({ forAllRun }) => forAllRun === newest.forAllRun) ? newest.forAllRun : undefined

/**
 * Groups the clients of each run at the position of the newest client. A run with one client stays
 * ungrouped.
 */
export const groupRuns = (clients: readonly Client[]): readonly (Client | GroupedRun)[] => {
  const byRun = Map.groupBy(clients, onlyRun)
  return clients.flatMap((client): (Client | GroupedRun)[] => {
    const run = onlyRun(client)
    const together = run === undefined ? [] : (byRun.get(run) ?? [])
    if (run === undefined || together.length < 2) return [client]
    return client === together[0] ? [{ run, clients: together }] : []
  })
}
