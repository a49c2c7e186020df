import type { DeskReportRequest, DeskReportRow, EndedCall } from '#shared/desk/report-rows.ts'
import type { DeskCall, DeskWrapUp } from '#shared/desk-call.ts'
import { contradicts } from '#shared/desk/dispositions.ts'
import type { DeskTexts } from '#shared/desk/texts.ts'
import { type OptOutStanding, standingLabels, standingOf } from '#shared/receipt/standing.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, invalidField, ok, whenOk, type Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { CoreParts } from '../platform/ports.ts'
import { createEndedCalls, type EndedCalls } from './ended-calls.ts'
import { createInWords, createTextsStore, type InWords, type TextsStore } from './texts-store.ts'
import { createReceiptDigests, rowOfCall } from './report-rows.ts'
import { loweredChecks, type Questions } from '../questions/questions.ts'

interface DeskNeeds extends Pick<CoreParts, 'clock' | 'logger' | 'user' | 'firmIdentityChecks'> {
  readonly store: RecordStore
  readonly environments: Pick<Environments, 'get'>
  readonly questions: Pick<Questions, 'lower'>
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open' | 'update' | 'onChange'>
}

const mostEarlier = 20
const weekMs = 7 * 86_400_000
const noOptOut = invalidField('Only an opt-out can be wrapped up.', 'receiptId')

/** Lists receipts, newest first; reads the list again after the saved records change. */
const createReceiptItems = (savedRecords: DeskNeeds['savedRecords']) => {
  let receipts: readonly RecordSummary[] | null = null
  let changes = 0
  savedRecords.onChange(() => {
    changes += 1
    receipts = null
  })
  return async () => {
    if (receipts) return ok(receipts)
    const before = changes
    const items = await savedRecords.list()
    if (!items.ok) return items
    const found = items.value.filter(({ kind }) => kind === 'receipt')
    if (before === changes) receipts = found
    return ok(found)
  }
}

/**
 * Adds the disposition's text to the wrap-up. Fails if `call` may not end with that disposition, or if it does not fit
 * the result and nobody confirmed it. `standing` is null if nothing was sent.
 */
const checkWrapUp = async (
  texts: TextsStore,
  environmentId: string,
  call: DeskCall | null,
  wrapUp: DeskWrapUp,
  standing: OptOutStanding | null,
): Promise<Result<DeskWrapUp>> => {
  const config = await texts.get(environmentId, call?.textsVersion)
  if (!config.ok) return config
  const found = config.value.texts.dispositions.find(
    (each) => each.code === wrapUp.disposition && each.unsent === (standing === null),
  )
  if (!found) {
    return fail({
      code: 'input.invalid',
      message: 'The call cannot be ended in this way.',
      field: 'disposition',
      advice: 'Choose one of the dispositions on the list.',
    })
  }
  if (found.needsNote && wrapUp.note === '')
    return invalidField(`“${found.text}” needs a note.`, 'note')
  const isOdd = standing !== null && contradicts(found, standing)
  if (isOdd && !wrapUp.contradicts) {
    return fail({
      code: 'input.invalid',
      message: `“${found.text}” does not fit: the receipt says “${standingLabels[standing]}”.`,
      field: 'disposition',
      advice: 'Choose another one, or confirm that the call ended this way.',
    })
  }
  return ok({ ...wrapUp, dispositionText: found.text, contradicts: isOdd })
}

const createWrapUps = (
  { savedRecords, environments, user }: DeskNeeds,
  texts: TextsStore,
  inWords: InWords,
  endedCalls: EndedCalls,
) => ({
  /**
   * Fails with `records.notFound`, or with `input.invalid` for a receipt that is not for an
   * opt-out, an unknown disposition, a missing note, or a disposition that contradicts the result unconfirmed.
   */
  wrapUp: async (receiptId: string, wrapUp: DeskWrapUp): Promise<Result<Receipt>> => {
    const record = await savedRecords.open(receiptId)
    if (!record.ok) return record
    if (record.value.kind !== 'receipt' || record.value.operation !== 'optout') return noOptOut
    const { environment, call } = record.value
    const said = await checkWrapUp(texts, environment.id, call, wrapUp, standingOf(record.value))
    if (!said.ok) return said
    // The update starts from the current receipt, which may have been settled in the meantime.
    const wrappedUp = await savedRecords.update(receiptId, (now) =>
      now.kind === 'receipt' ? ok({ ...now, wrapUp: said.value }) : noOptOut,
    )
    if (!wrappedUp.ok) return wrappedUp
    return wrappedUp.value.kind === 'receipt' ? ok(wrappedUp.value) : noOptOut
  },

  /** Resolves once the change is durable. Fails as {@link wrapUp} does. */
  endCall: async ({ environmentId, ...ended }: EndedCall): Promise<Result<void>> => {
    const known = environments.get(environmentId)
    if (!known.ok) return known
    const said = await checkWrapUp(texts, environmentId, ended.call, ended.wrapUp, null)
    if (!said.ok) return said
    const { id, name, kind } = known.value
    const call = await inWords(id, ended.call)
    return endedCalls.add({ call, wrapUp: said.value, environment: { id, name, kind }, user })
  },
})

export const createDesk = (needs: DeskNeeds) => {
  const { savedRecords, environments, clock } = needs
  const texts = createTextsStore(needs)
  const endedCalls = createEndedCalls(needs)
  const inWords = createInWords(texts)
  const digests = createReceiptDigests(savedRecords.open, () => clock.monotonic())
  const rowsOf = async (items: readonly RecordSummary[]): Promise<DeskReportRow[]> =>
    (await digests(items)).flatMap(({ row }) => row ?? [])
  const receiptItems = createReceiptItems(savedRecords)
  const start = clock.now()

  return {
    ...createWrapUps(needs, texts, inWords, endedCalls),
    forgetCalls: endedCalls.clear,
    /** Adds to the call the texts that the agent read aloud, so that they are saved with it. Use it before sending. */
    callInWords: inWords,

    /** Fails with `environment.notFound`, or with `input.invalid` if the version never existed. */
    config: async (environmentId: string, version?: number) =>
      whenOk(environments.get(environmentId), () => texts.get(environmentId, version)),

    /** A person agrees outside the page to fewer identity checks. Fails as the question and the store do. */
    saveConfig: async (environmentId: string, changed: DeskTexts) =>
      whenOk(environments.get(environmentId), async ({ name }) => {
        const before = await texts.get(environmentId)
        if (!before.ok) return before
        const refused = texts.whyNot(changed)
        if (refused) return fail(refused)
        const lowered = loweredChecks(name, before.value.texts.checksNeeded, changed.checksNeeded)
        const agreed = lowered.length === 0 ? ok(undefined) : await needs.questions.lower(lowered)
        return agreed.ok ? texts.save(environmentId, changed) : agreed
      }),

    /** Earlier requests for participants whose id begins with `typed`; newest first, at most 20. */
    earlier: async (typed: string) => {
      const begins = typed.trim().toLowerCase()
      const all = await receiptItems()
      if (!all.ok) return all
      if (begins === '') return ok([])
      const wanted = all.value.filter(({ subject }) =>
        subject.participantId.toLowerCase().startsWith(begins),
      )
      return ok((await digests(wanted.slice(0, mostEarlier))).map(({ earlier }) => earlier))
    },

    /**
     * Calls from the last week that made a submission during an earlier run of the program and have
     * no wrap-up; newest first.
     */
    unwrapped: async () => {
      const all = await receiptItems()
      if (!all.ok) return all
      const [from, to] = [new Date(start - weekMs).toISOString(), new Date(start).toISOString()]
      const rows = await rowsOf(all.value.filter(({ savedAt }) => from <= savedAt && savedAt < to))
      return ok(
        rows.filter(({ via, disposition, at }) => via === 'call' && disposition === '' && at < to),
      )
    },

    /** Requests and calls between two days, newest first. */
    report: async ({ from, to, environmentId }: DeskReportRequest) => {
      const here = (id: string): boolean => environmentId === undefined || id === environmentId
      const all = await receiptItems()
      if (!all.ok) return all
      const calls = await endedCalls.between(from, to)
      if (!calls.ok) return calls
      const wanted = all.value.filter(
        ({ savedAt, environment }) => savedAt >= from && savedAt < to && here(environment.id),
      )
      const unsent = calls.value.filter((call) => here(call.environment.id))
      const rows = [...(await rowsOf(wanted)), ...unsent.map(rowOfCall)]
      return ok(rows.sort((a, b) => b.at.localeCompare(a.at)))
    },
  }
}

export type Desk = ReturnType<typeof createDesk>
