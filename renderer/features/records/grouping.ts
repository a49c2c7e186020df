import type { Client } from '#shared/records/clients.ts'

/** Clients who have nothing but a forecast of one "Forecast all" run, shown as one entry. */
export interface GroupedRun {
  readonly run: string
  /** Newest first; at least two. */
  readonly clients: readonly Client[]
}

/** The run that made all results of a client; undefined if there are others. */
const onlyRun = ({ newest, items }: Client) =>
  items.every(({ forAllRun }) => forAllRun === newest.forAllRun) ? newest.forAllRun : undefined

/** Groups the clients of each run at the position of the newest. A single client stays as it is. */
export const groupRuns = (clients: readonly Client[]): readonly (Client | GroupedRun)[] => {
  const byRun = Map.groupBy(clients, onlyRun)
  return clients.flatMap((client): (Client | GroupedRun)[] => {
    const run = onlyRun(client)
    const together = run === undefined ? [] : (byRun.get(run) ?? [])
    if (run === undefined || together.length < 2) return [client]
    return client === together[0] ? [{ run, clients: together }] : []
  })
}
