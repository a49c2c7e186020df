import { expect, test } from 'vitest'
import type { JournalEntry } from '#electron/core/submission/journal/journal.ts'
import { type FindRow, recover } from '#electron/core/submission/recovery/recover.ts'
import type { ActivityOutcome } from '#shared/activity/activity.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { fail, ok } from '#shared/result.ts'
import { intendedEntry } from '#test/support/samples/journal-entries.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { house, journalStates, notedOn, unwrap } from '#test/support/worlds/submissions-house.ts'

/** The result of each entry that the last run left open, and the entries that stay unchanged. */

const at = '2026-11-19T10:00:00.000Z'
const list = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 7, attempt: 1 }
const intent = intendedEntry({ submissionId: 's-1', receiptId: 'r-1', at })
const rowIntent = { ...intent, list }
const sending: JournalEntry = { state: 'sending', submissionId: 's-1', at }
const accepted: JournalEntry = { state: 'accepted', submissionId: 's-1', at, unkept: true }
const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
const nobodyAsks = async () => Promise.reject(new Error('no list was to be asked'))

type LeftOptions = Parameters<typeof house>[0] & { readonly noted?: readonly ActivityOutcome[] }

const left = (
  entries: readonly JournalEntry[],
  { noted = [], ...more }: LeftOptions = {},
  ...receipts: readonly SavedRecord[]
) => {
  const disk = createMemoryFiles()
  disk.contents.set(
    'submissions.jsonl',
    new TextEncoder().encode(entries.map((entry) => `\n${JSON.stringify(entry)}`).join('')),
  )
  const records = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  for (const outcome of noted) notedOn(disk, 's-1').add(outcome)
  const made = house({ ...more, disk, records })
  const logged: string[] = []
  const log = (text: string): void => void logged.push(text)
  const needs = { ...made.needs, logger: { info: log, warn: log, error: log } }
  return {
    ...made,
    recover: (findRow: FindRow) => recover(needs, findRow),
    logged,
    journal: () => journalStates(disk),
  }
}
const kept = aReceipt({
  id: 'r-1',
  submissionId: 's-1',
  outcome: 'inDoubt',
  explanation: 'It was cut.',
})

test('one without a receipt has one of what the journal knows, and of nothing else', async () => {
  const verbatims: string[] = []
  const saving = (savedRecords: ReturnType<typeof house>['needs']['savedRecords']) => ({
    ...savedRecords,
    save: async (...[record, verbatim]: Parameters<typeof savedRecords.save>) => {
      verbatims.push(verbatim)
      return savedRecords.save(record, verbatim)
    },
  })
  const { recover, records, journal } = left([intent, sending], { savedRecords: saving })
  unwrap(await recover(nobodyAsks))
  expect([...records.values()]).toMatchObject([
    {
      id: 'r-1',
      submissionId: 's-1',
      operation: 'optout',
      outcome: 'inDoubt',
      savedAt: at,
      sentAt: at,
      subject: { participantId: '', name: 'Participant not kept on this computer' },
      plans: [],
      reason: '',
      overrideReason: '',
      bodySha256: '',
      likeness: { body: '', file: '', service: '' },
      list: null,
    },
  ])
  expect(verbatims).toEqual([''])
  expect(journal()).toEqual(['intended', 'sending', 'inDoubt'])
})

test('one that had not begun is told as not sent', async () => {
  const { recover, records, journal, states } = left([intent])
  unwrap(await recover(nobodyAsks))
  expect([...records.values()]).toMatchObject([
    { outcome: 'notSent', explanation: 'The program ended before sending began.' },
  ])
  expect([journal(), states]).toEqual([['intended', 'notSent'], ['notSent']])
})

test('a receipt that is there is changed, never written anew over its answer', async () => {
  const save = async () => Promise.reject(new Error('it was written anew'))
  const { recover, records } = left(
    [intent, sending, accepted],
    { savedRecords: (savedRecords) => ({ ...savedRecords, save }), noted: ['accepted'] },
    kept,
  )
  unwrap(await recover(nobodyAsks))
  expect(records.get('r-1')).toMatchObject({
    outcome: 'accepted',
    subject: kept.subject,
    transaction: kept.transaction,
  })
})

test('an outcome of the journal ends the doubt of a receipt only if the activity log has it too', async () => {
  const notSent: JournalEntry = { state: 'notSent', submissionId: 's-1', at, unkept: true }
  const settled: JournalEntry = {
    state: 'settled',
    submissionId: 's-1',
    at,
    wentThrough: false,
    unkept: true,
  }
  const outcomeAfter = async (
    entries: readonly JournalEntry[],
    options: LeftOptions,
  ): Promise<string | null> => {
    const { recover, records, journal } = left(entries, options, kept)
    unwrap(await recover(nobodyAsks))
    const receipt = records.get('r-1')
    expect(journal().at(-1)).toBe(receipt?.kind === 'receipt' && receipt.outcome)
    return receipt?.kind === 'receipt' ? receipt.outcome : null
  }
  const sent = [intent, sending]
  expect(await outcomeAfter([...sent, notSent], { noted: ['sending', 'inDoubt'] })).toBe('inDoubt')
  expect(await outcomeAfter([...sent, accepted], { noted: ['notSent'] })).toBe('inDoubt')
  expect(await outcomeAfter([...sent, settled], { noted: ['settledAccepted'] })).toBe('inDoubt')
  expect(await outcomeAfter([...sent, notSent], { noted: ['sending', 'notSent'] })).toBe('notSent')
  expect(await outcomeAfter([...sent, settled], { noted: ['settledNotSent'] })).toBe('notSent')
  // The line that says sending began was taken out.
  expect(await outcomeAfter([intent], { noted: ['intended', 'sending'] })).toBe('inDoubt')
  expect(await outcomeAfter([intent], { noted: ['intended'], isLogWhole: false })).toBe('inDoubt')
  expect(await outcomeAfter([intent], { noted: ['intended'] })).toBe('notSent')
})

test('what a receipt knows already is not taken back', async () => {
  const known = { ...kept, outcome: 'declined', explanation: 'No.' } as const
  for (const entries of [[intent], [intent, sending, accepted], [intent, sending]]) {
    const { recover, records } = left(entries, {}, known)
    unwrap(await recover(nobodyAsks))
    expect(records.get('r-1')).toEqual(known)
  }
})

test('the list is asked only about a row whose receipt names nobody', async () => {
  const { recover, records } = left([rowIntent, sending], {}, { ...kept, list })
  unwrap(await recover(nobodyAsks))
  expect(records.get('r-1')).toEqual({ ...kept, list })
})

test('a receipt that cannot be saved leaves the journal open, and the others are recovered anyway', async () => {
  const full = fail({
    code: 'records.diskFull',
    message: 'The disk is full, so nothing was saved.',
  })
  const other = { ...intent, submissionId: 's-2', receiptId: 'r-2' }
  const { recover, records, states, needs } = left(
    [intent, sending, other, { ...sending, submissionId: 's-2' }],
    {
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        save: async (record, verbatim) =>
          record.id === 'r-1' ? full : savedRecords.save(record, verbatim),
      }),
    },
  )
  expect(await recover(nobodyAsks)).toEqual(full)
  expect([...records.keys()]).toEqual(['r-2'])
  expect(states).toEqual(['inDoubt'])
  expect(unwrap(await needs.journal.unresolved()).map(({ entry }) => entry.submissionId)).toEqual([
    's-1',
  ])
})

test('a receipt of a row that a newer version wrote stops nothing; a folder that cannot be read does', async () => {
  for (const code of ['records.newerVersion', 'internal'] as const) {
    const why = fail({ code, message: 'It cannot be opened.' })
    const { recover, journal, logged } = left([rowIntent, sending], {
      savedRecords: (savedRecords) => ({ ...savedRecords, open: async () => why }),
    })
    expect(await recover(nobodyAsks)).toEqual(code === 'internal' ? why : ok(undefined))
    expect(journal()).toEqual(['intended', 'sending'])
    expect(logged).toEqual([`receipt r-1 of an interrupted submission: ${code}`])
  }
})

test('without the keychain each is in sight for the session, and a row in hand is over for good', async () => {
  const locked = {
    knowsEarlier: false,
    savedRecords: (savedRecords: ReturnType<typeof house>['needs']['savedRecords']) => ({
      ...savedRecords,
      open: async () => unread,
    }),
  }
  const single = left([intent, sending], locked)
  unwrap(await single.recover(nobodyAsks))
  expect([...single.records.values()]).toMatchObject([{ outcome: 'inDoubt' }])
  expect(single.journal()).toEqual(['intended', 'sending'])
  const row = left([rowIntent], locked)
  unwrap(await row.recover(async () => null))
  expect(row.records.size).toBe(0)
  expect(row.journal()).toEqual(['intended', 'notSent'])
})

test('nothing is recovered from a journal that cannot be read, and that is told', async () => {
  const made = left([intent, sending])
  const journal = { ...made.needs.journal, unresolved: async () => unread }
  expect(await recover({ ...made.needs, journal }, nobodyAsks)).toEqual(unread)
  expect(made.records.size).toBe(0)
  unwrap(await made.recover(nobodyAsks))
})

test('what the activity log could not take is named in the log of the program', async () => {
  const missing = left([intent, sending], { onState: () => unread })
  unwrap(await missing.recover(nobodyAsks))
  expect(missing.logged).toEqual(['state inDoubt of submission s-1 is missing in the activity log'])
  const there = left([intent, sending])
  unwrap(await there.recover(nobodyAsks))
  expect(there.logged).toEqual([])
})

test('a lost submission is recognized by the digests of its people only if nothing better is known', async () => {
  const row = {
    participantId: 'P-100',
    firstName: 'Dana',
    lastName: 'Reyes',
    plans: [{ PlanId: 'ONE', PlanType: '401K' }],
    reason: '',
  }
  const likenessOf = async (people: string[] | undefined, found: typeof row | null) => {
    const { recover, records } = left([{ ...rowIntent, ...(people ? { people } : {}) }, sending])
    unwrap(await recover(async () => found))
    const [receipt] = [...records.values()]
    return receipt?.kind === 'receipt' ? receipt.likeness : null
  }
  const bare = { body: '', file: '', service: '' }
  expect(await likenessOf(['a digest'], null)).toStrictEqual({ ...bare, people: ['a digest'] })
  expect(await likenessOf(['a digest'], row)).toStrictEqual(bare)
  expect(await likenessOf(undefined, null)).toStrictEqual(bare)
})

test('a row whose receipt names nobody stays open until its list can be asked, also where it had not begun', async () => {
  const nobody = {
    ...kept,
    list,
    subject: { participantId: '', name: 'Participant not kept on this computer' },
  }
  const { recover, records, journal } = left([rowIntent], {}, nobody)
  unwrap(await recover(async () => null))
  expect(records.get('r-1')).toMatchObject({ outcome: 'notSent' })
  expect(journal()).toEqual(['intended'])
})

test('a row without a receipt is told as its list has it, and of plans no service option', async () => {
  const { recover, records } = left([rowIntent, sending])
  unwrap(
    await recover(async () => ({
      participantId: 'P-100',
      firstName: 'Dana',
      lastName: 'Reyes',
      plans: [{ PlanId: 'ONE', PlanType: '401K' }],
      reason: 'Asked for it',
    })),
  )
  expect([...records.values()]).toMatchObject([
    {
      subject: { participantId: 'P-100', name: 'Dana Reyes' },
      plans: [{ planId: 'ONE', planType: '401K', serviceOption: '' }],
      reason: 'Asked for it',
    },
  ])
})
