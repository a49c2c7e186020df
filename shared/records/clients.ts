import { identityKey } from '../identity-key.ts'
import type { RecordSummary } from './record.ts'
import { samePerson, saidBy, sureMarksOf } from './same-whom.ts'
import { lastMade } from './saved.ts'

/** The saved results of one person at one service. */
export interface Client {
  /** Id of the oldest result, so that it stays while results are added. */
  readonly key: string
  readonly newest: RecordSummary
  /** Newest first, by the last run, with `newest`. */
  readonly items: readonly RecordSummary[]
}

/** An id with more people than this stands for nobody, such as `0` in every file. */
const mostOfOneId = 60

const keyOfService = ({ environment: { id, place = '' } }: RecordSummary) => `${id}\n${place}`

/**
 * Groups results with the same id by person. Two results are of one person if they agree with each other and with the
 * same other results, so a file that fits two people with one id is a separate group, as in `resultsOf`.
 */
const byData = (ofId: readonly RecordSummary[]) => {
  const groups = [...Map.groupBy(ofId, saidBy).values()]
  if (groups.length === 1 || groups.length > mostOfOneId) return groups
  const firsts = groups.flatMap(([first]) => first ?? [])
  const agreeing = (item: RecordSummary) =>
    firsts.map((other) => (samePerson(item, other) ? 1 : 0)).join('')
  const alike = Map.groupBy(firsts, agreeing)
  const groupOf = new Map(groups.map((group) => [group[0], group]))
  return [...alike.values()].map((each) => each.flatMap((first) => groupOf.get(first) ?? []))
}

/** Groups results without an id by file, or by name and date of birth. */
const bySureMarks = (items: readonly RecordSummary[]) => {
  const groups = new Map<string, RecordSummary[]>()
  for (const item of items) {
    const marks = sureMarksOf(item)
    const joined = new Set(marks.flatMap((mark) => groups.get(mark) ?? []))
    const known = [...new Set(marks.map((mark) => groups.get(mark)))].filter(
      (group) => group !== undefined,
    )
    const [group = []] = known
    if (known.length > 1) group.splice(0, group.length, ...joined)
    group.push(item)
    const all = known.length > 1 ? group.flatMap(sureMarksOf) : marks
    for (const mark of all.length > 0 ? all : [`alone ${item.id}`]) groups.set(mark, group)
  }
  return [...new Set(groups.values())]
}

const isOfNobody = (item: RecordSummary) => {
  const { participantId, name, among } = item.subject
  const isNamed = among !== undefined || name !== '' || identityKey(participantId) !== ''
  return !isNamed && sureMarksOf(item).length === 0
}

const buckets = new WeakMap<RecordSummary, string>()

/**
 * Results that may be of the same person: those with one id, without any id, from one file with several participants,
 * or without a person. Kept with the line, because the keys of 10,000 ids take a tenth of a second.
 */
const bucketOf = (item: RecordSummary): string => {
  const known = buckets.get(item)
  if (known !== undefined) return known
  const { participantId, among } = item.subject
  const kind =
    among === undefined
      ? isOfNobody(item)
        ? 'nobody'
        : `id ${identityKey(participantId)}`
      : `among ${item.likeness.file || item.id}`
  const bucket = `${keyOfService(item)}\n${kind}`
  buckets.set(item, bucket)
  return bucket
}

const newestFirst = (a: RecordSummary, b: RecordSummary) => {
  const [one, other] = [lastMade(a), lastMade(b)]
  return one === other ? 0 : one > other ? -1 : 1
}

const clientOf = (group: readonly RecordSummary[]): Client[] => {
  const items = group.toSorted(newestFirst)
  const [newest] = items
  const [oldest] = group.toSorted(
    (a, b) => a.savedAt.localeCompare(b.savedAt) || a.id.localeCompare(b.id),
  )
  return newest && oldest ? [{ key: oldest.id, newest, items }] : []
}

/** The clients of one bucket. */
const clientsIn = (bucket: readonly RecordSummary[]): readonly Client[] => {
  const [first] = bucket
  const groups =
    first === undefined || first.subject.among !== undefined
      ? [bucket]
      : identityKey(first.subject.participantId) !== ''
        ? byData(bucket)
        : isOfNobody(first)
          ? [bucket]
          : bySureMarks(bucket)
  return groups.flatMap(clientOf)
}

/**
 * The clients of `items`, newest first. Two people with the same name or id are two clients; a result that may belong
 * to either is a separate client. Results that name nobody form one client.
 */
export const clientsOf = (items: readonly RecordSummary[]): readonly Client[] =>
  [...Map.groupBy(items, bucketOf)]
    .flatMap(([, bucket]) => clientsIn(bucket))
    .sort((a, b) => newestFirst(a.newest, b.newest))

/** The client of {@link clientsOf} who has the result; undefined if it is not among `items`. */
export const clientWith = (items: readonly RecordSummary[], id: string): Client | undefined => {
  const one = items.find((item) => item.id === id)
  if (one === undefined) return undefined
  const bucket = bucketOf(one)
  return clientsIn(items.filter((item) => bucketOf(item) === bucket)).find((client) =>
    client.items.includes(one),
  )
}

/** A result of a client, and the scenarios that were tried from it, newest first. */
export interface Entry {
  readonly item: RecordSummary
  readonly scenarios: readonly RecordSummary[]
}

/** A forecast of where the client stands, without changed inputs. */
export const isToday = ({ kind, changed }: RecordSummary): boolean =>
  kind === 'forecast' && changed !== true

/**
 * The results of one client, newest first, each scenario under its forecast: the newest one without changes that was
 * made from the same file before it. A scenario without one stands by itself.
 */
export const entriesOf = ({ items }: Client): readonly Entry[] => {
  const forecasts = items.filter(isToday)
  const forecastOf = (item: RecordSummary) =>
    item.kind === 'forecast' && item.changed === true
      ? forecasts.find(
          ({ savedAt, likeness }) =>
            savedAt <= item.savedAt && likeness.file === item.likeness.file,
        )
      : undefined
  const scenarios = Map.groupBy(items, forecastOf)
  return (scenarios.get(undefined) ?? []).map((item) => ({
    item,
    scenarios: scenarios.get(item) ?? [],
  }))
}
