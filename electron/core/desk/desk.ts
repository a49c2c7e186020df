import type {
  DeskReportRequest,
  DeskReportRow,
  EarlierRequest,
  EndedCall,
} from '#shared/desk/report-rows.ts'
import type { DeskCall, DeskWrapUp } from '#shared/desk-call.ts'
import type { DeskConfig, DeskTexts } from '#shared/desk/texts.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import type { KeyRing } from '../records/key-ring.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Clock, Files, Logger } from '../ports.ts'
import { createEndedCalls, keptCallOf } from './ended-calls.ts'
import { createInWords, createTextsStore } from './texts-store.ts'
import { createReceiptDigests, rowOfCall } from './report-rows.ts'

/** The opt-out desk: its texts, earlier requests, the wrap-up of calls, and the supervisor's report. */
export interface Desk {
  /** Fails with `environment.notFound`, or with `input.invalid` if the version never existed. */
  readonly config: (environmentId: string, version?: number) => Promise<Result<DeskConfig>>
  /** Saves a new version. Fails with `input.invalid` and the field. */
  readonly saveConfig: (environmentId: string, texts: DeskTexts) => Promise<Result<DeskConfig>>
  /** Requests of participants with an id that begins with `participantId`; newest first, at most 20. */
  readonly earlier: (participantId: string) => Promise<Result<EarlierRequest[]>>
  /**
   * Fails with `records.notFound`, or with `input.invalid` if the receipt is no opt-out, the texts of that call do not
   * have the disposition, or a required note is missing.
   */
  readonly wrapUp: (receiptId: string, wrapUp: DeskWrapUp) => Promise<Result<Receipt>>
  /** Durable when it resolves. Fails as {@link wrapUp} does. */
  readonly endCall: (call: EndedCall) => Promise<Result<void>>
  /** Calls of the last week that sent something before this start of the program and have no wrap-up; newest first. */
  readonly unwrapped: () => Promise<Result<DeskReportRow[]>>
  /** The call as it is kept, with the texts that the agent read out. Use it before sending. */
  readonly callInWords: (environmentId: string, call: DeskCall) => Promise<DeskCall>
  /** Adds texts to a receipt from before texts were kept beside codes; returns any other record unchanged. */
  readonly recordInWords: (record: SavedRecord) => Promise<SavedRecord>
  readonly report: (request: DeskReportRequest) => Promise<Result<DeskReportRow[]>>
}

interface DeskNeeds {
  readonly files: Files
  readonly keyRing: KeyRing
  readonly clock: Clock
  readonly logger: Logger
  readonly user: string
  readonly environments: Pick<Environments, 'get'>
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open' | 'update' | 'onChange'>
}

const mostEarlier = 20
const weekMs = 7 * 86_400_000
const noOptOut = fail({
  code: 'input.invalid',
  message: 'Only an opt-out can be wrapped up.',
  field: 'receiptId',
})

export const createDesk = (needs: DeskNeeds): Desk => {
  const { savedRecords, environments } = needs
  const texts = createTextsStore(needs)
  const endedCalls = createEndedCalls(needs)
  const inWords = createInWords(texts)
  const recordInWords: Desk['recordInWords'] = async (record) =>
    record.kind === 'receipt' ? inWords.kept(record) : record
  const openInWords = async (id: string): Promise<Result<SavedRecord>> => {
    const record = await savedRecords.open(id)
    return record.ok ? ok(await recordInWords(record.value)) : record
  }
  const digests = createReceiptDigests(openInWords, () => needs.clock.monotonic())
  /** Receipts newest first, with their participant's id in lower case; rebuilt after a change of the saved records. */
  let receipts: readonly { readonly participantId: string; readonly item: RecordSummary }[] | null =
    null
  let changes = 0
  const start = needs.clock.now()
  savedRecords.onChange(() => {
    changes += 1
    receipts = null
  })

  const receiptItems = async () => {
    if (receipts) return ok(receipts)
    const before = changes
    const items = await savedRecords.list()
    if (!items.ok) return items
    const found = items.value
      .filter((item) => item.kind === 'receipt')
      .map((item) => ({ participantId: item.subject.participantId.toLowerCase(), item }))
    if (before === changes) receipts = found
    return ok(found)
  }

  /** Fails if the texts of the call have no such disposition, or if it requires a note and has none. */
  const inOrder = async (
    environmentId: string,
    version: number | undefined,
    wrapUp: DeskWrapUp,
    unsent: boolean,
  ): Promise<Result<void>> => {
    const config = await texts.get(environmentId, version)
    if (!config.ok) return config
    const found = config.value.texts.dispositions.find(
      (each) => each.code === wrapUp.disposition && each.unsent === unsent,
    )
    if (!found) {
      return fail({
        code: 'input.invalid',
        message: 'The call cannot be ended in this way.',
        field: 'disposition',
        advice: 'Choose one of the dispositions on the list.',
      })
    }
    if (found.needsNote && wrapUp.note === '') {
      return fail({
        code: 'input.invalid',
        message: `“${found.text}” needs a note.`,
        field: 'note',
      })
    }
    return ok(undefined)
  }

  return {
    config: async (environmentId, version) => {
      const known = environments.get(environmentId)
      return known.ok ? texts.get(environmentId, version) : known
    },

    saveConfig: async (environmentId, changed) => {
      const known = environments.get(environmentId)
      return known.ok ? texts.save(environmentId, changed) : known
    },

    earlier: async (typed) => {
      const begins = typed.trim().toLowerCase()
      const all = await receiptItems()
      if (!all.ok) return all
      if (begins === '') return ok([])
      const wanted: RecordSummary[] = []
      for (const { participantId, item } of all.value) {
        if (!participantId.startsWith(begins)) continue
        wanted.push(item)
        if (wanted.length === mostEarlier) break
      }
      return ok((await digests(wanted)).map(({ earlier }) => earlier))
    },

    wrapUp: async (receiptId, wrapUp) => {
      const record = await savedRecords.open(receiptId)
      if (!record.ok) return record
      if (record.value.kind !== 'receipt' || record.value.operation !== 'optout') return noOptOut
      const receipt = record.value
      const possible = await inOrder(
        receipt.environment.id,
        receipt.call?.textsVersion,
        wrapUp,
        false,
      )
      if (!possible.ok) return possible
      const said = await inWords.wrapUp(receipt.environment.id, receipt.call, wrapUp)
      // The update starts from the current receipt, which may have been settled meanwhile.
      const wrappedUp = await savedRecords.update(receiptId, (now) =>
        now.kind === 'receipt' ? ok({ ...now, wrapUp: said }) : noOptOut,
      )
      if (!wrappedUp.ok) return wrappedUp
      return wrappedUp.value.kind === 'receipt' ? ok(wrappedUp.value) : noOptOut
    },

    endCall: async (ended) => {
      const known = environments.get(ended.environmentId)
      if (!known.ok) return known
      const possible = await inOrder(
        ended.environmentId,
        ended.call.textsVersion,
        ended.wrapUp,
        true,
      )
      if (!possible.ok) return possible
      const { id, name, kind } = known.value
      const call = await inWords.call(id, ended.call)
      const said = { ...ended, call, wrapUp: await inWords.wrapUp(id, call, ended.wrapUp) }
      return endedCalls.add(keptCallOf(said, { id, name, kind }, needs.user))
    },

    unwrapped: async () => {
      const all = await receiptItems()
      if (!all.ok) return all
      const [from, to] = [new Date(start - weekMs).toISOString(), new Date(start).toISOString()]
      const wanted = all.value
        .map(({ item }) => item)
        .filter(({ savedAt }) => from <= savedAt && savedAt < to)
      const rows = (await digests(wanted)).flatMap(({ row }) => row ?? [])
      return ok(
        rows.filter(({ via, disposition, at }) => via === 'call' && disposition === '' && at < to),
      )
    },

    callInWords: inWords.call,
    recordInWords,

    report: async ({ from, to, environmentId }) => {
      const here = (id: string): boolean => environmentId === undefined || id === environmentId
      const all = await receiptItems()
      if (!all.ok) return all
      const calls = await endedCalls.between(from, to)
      if (!calls.ok) return calls
      const wanted = all.value.flatMap(({ item }) =>
        item.savedAt >= from && item.savedAt < to && here(item.environment.id) ? [item] : [],
      )
      const rows = [
        ...(await digests(wanted)).flatMap(({ row }) => row ?? []),
        ...(
          await Promise.all(
            calls.value.filter((call) => here(call.environment.id)).map(inWords.kept),
          )
        ).map(rowOfCall),
      ]
      return ok(rows.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)))
    },
  }
}
