import type { ListFile, ListRow, ListRowState, ListView } from '#shared/lists/list.ts'
import { ok } from '#shared/result.ts'
import type { Scripts } from '../doubles/scripted-bridge.ts'

/** Made-up lists of opt-outs for tests of the page, and a scripted host that has one. */

export const listId = '5f0d8b1c-6a4e-4c1a-9f5e-2f3d1f6f9a01'
const noRows = {
  ready: 0,
  unusual: 0,
  invalid: 0,
  skipped: 0,
  sending: 0,
  accepted: 0,
  declined: 0,
  rejected: 0,
  notSent: 0,
  inDoubt: 0,
  alreadyOut: 0,
  notEnrolled: 0,
}

export const aListView = (
  over: Partial<ListView> = {},
  counts: Partial<ListView['counts']> = {},
): ListView => ({
  listId,
  fileName: 'opt-outs november.csv',
  openedAt: '2026-11-20T13:02:00.000Z',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  state: 'checked',
  check: 'check-1',
  why: '',
  rows: 10_000,
  counts: { ...noRows, ready: 9812, invalid: 120, skipped: 68, ...counts },
  needReason: 0,
  options: {
    concurrency: 4,
    perMinute: null,
    stopAfterErrors: 20,
    overrideReason: '',
    sendsUnusual: false,
  },
  startedAt: null,
  rowsPerHour: null,
  secondsLeft: null,
  attempt: 1,
  before: null,
  ...over,
})

export const aListFile = (over: Partial<ListFile> = {}): ListFile => ({
  listId,
  fileName: 'opt-outs november.csv',
  bytes: 812_400,
  encoding: 'windows-1252',
  delimiter: ';',
  hasHeader: true,
  skip: 0,
  encodingChoices: [],
  columns: ['Member', 'First', 'Last', 'Plan', 'Type', 'Why', 'Branch'],
  rows: 10_000,
  sample: Array.from({ length: 6 }, (_, index) => [
    `P-${100_001 + index}`,
    ['Zoë', 'José', 'Ingrid', 'Ravi', 'Ana', 'Søren'][index] ?? '',
    ['García', 'Müller', 'O’Brien', 'Nguyen', 'Novák', 'Martin'][index] ?? '',
    'ACME401K',
    '401K',
    'Fee too high',
    'Columbus',
  ]),
  mapping: { participantId: 0, firstName: 1, lastName: 2, planId: 3, planType: 4, reason: 5 },
  mappingRemembered: false,
  defaults: { planType: '', reason: '', planSeparator: '' },
  notes: [],
  ...over,
})

const saidOf: Partial<Record<ListRowState, readonly string[]>> = {
  unusual: ['No last name is given.', 'A plan has no plan type.'],
  invalid: ['Participant id is missing.'],
  skipped: ['The same participant and plan as row 12; a second request would not change anything.'],
  declined: ['The service declined: participant is not enrolled in plan ACME401K.'],
  rejected: ['The service refused the request: PlanId is unknown.'],
  notSent: ['The connection was refused before anything was sent.'],
  inDoubt: [
    'The connection broke off after the request had gone out; it may or may not have been carried out.',
  ],
}

/** Row `number` of the list, in a state that depends on its number. */
const aRow = (number: number, state: ListRowState): ListRow => ({
  row: number,
  line: number + 1,
  participantId: `P-${100_000 + number}`,
  name: state === 'invalid' ? 'Zoë' : `Zoë García ${number}`,
  plans: 'ACME401K',
  state,
  settled: false,
  messages: [...(saidOf[state] ?? [])],
  receiptId: ['accepted', 'declined', 'rejected', 'notSent', 'inDoubt'].includes(state)
    ? `receipt-${number}`
    : null,
  receiptNumber: ['accepted', 'declined', 'rejected', 'notSent', 'inDoubt'].includes(state)
    ? `GP-20261121-${number}`
    : '',
})

const stateAt = (view: ListView, index: number): ListRowState => {
  // Every 80th row gets a message.
  const order = [
    'invalid',
    'unusual',
    'skipped',
    'inDoubt',
    'declined',
    'rejected',
    'notSent',
    'accepted',
    'sending',
    'ready',
  ] as const
  let left = index
  for (const state of order) {
    if (left < view.counts[state]) return state
    left -= view.counts[state]
  }
  return 'ready'
}

/** A host with one list, whose rows match its counts; a test may replace `view` while it runs. */
export const listScripts = (holder: { view: ListView; file?: ListFile }): Scripts => ({
  'list.all': () => ok([holder.view]),
  'list.open': () => ok(holder.file ?? aListFile()),
  'list.read': ({ reading }) => {
    const given = Object.fromEntries(
      Object.entries(reading).filter(([, value]) => value !== undefined),
    )
    holder.file = { ...(holder.file ?? aListFile()), ...given }
    return ok(holder.file)
  },
  'list.check': () => {
    holder.view = aListView()
    return ok(holder.view)
  },
  'list.rows': ({ states, offset, limit }) => {
    const { view } = holder
    const wanted = states ?? []
    const numbers = Array.from({ length: view.rows }, (_, index) => index).filter(
      (index) => wanted.length === 0 || wanted.includes(stateAt(view, index)),
    )
    const rows = numbers
      .slice(offset, offset + limit)
      .map((index) => aRow(index + 1, stateAt(view, index)))
    return ok({ total: numbers.length, rows })
  },
  'list.start': () => {
    holder.view = { ...holder.view, state: 'running', startedAt: '2026-11-20T13:05:00.000Z' }
    return ok(holder.view)
  },
  'list.pause': () => {
    holder.view = { ...holder.view, state: 'paused' }
    return ok(holder.view)
  },
  'list.rerunFailed': () => {
    const { counts } = holder.view
    const ready = counts.declined + counts.rejected + counts.notSent
    holder.view = {
      ...holder.view,
      state: 'paused',
      attempt: 2,
      before: counts,
      counts: { ...counts, ready, declined: 0, rejected: 0, notSent: 0 },
    }
    return ok(holder.view)
  },
  'list.outcome': () =>
    ok({
      fileName: 'opt-outs november outcome.csv',
      bytes: new TextEncoder().encode('Member;Outcome\r\n'),
    }),
  'list.remove': () => ok({}),
})

export const sentCounts = {
  ready: 0,
  accepted: 9700,
  declined: 60,
  rejected: 20,
  notSent: 29,
  inDoubt: 3,
} as const
