import type { CallListFigures, CallListRow, CallListView } from '#shared/call-first/channels.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { callFigures } from '#shared/strategy/statement/lists/call-list.ts'
import { emptyPercentile, emptyStrategy } from '#test/unit/strategy/sample-forecast.ts'

/** Rows of a call list as main sends them, with the changes in `over`. */

interface Amounts {
  /** Dollars a month; `null` if the answer has none. */
  readonly average: number | null
  readonly poor: number | null
  readonly goal: number | null
  /** Dollars a month that the recommendation adds, and the amount in poor markets if it differs. */
  readonly adds: number | null
  readonly addsPoor?: number
  /** The retirement age at which the income in the answer's table of ages reaches the goal. */
  readonly retireAt: number | null
}

/** The figures from an answer with these amounts. */
export const callListFigures = (over: Partial<Amounts> = {}): CallListFigures => {
  const { average, poor, goal, adds, addsPoor, retireAt }: Amounts = {
    average: 3120,
    poor: 2410,
    goal: 4022,
    adds: 688,
    retireAt: null,
    ...over,
  }
  const yearly = (month: number | null) => (month === null ? null : month * 12)
  const table =
    retireAt === null || average === null || goal === null
      ? []
      : [
          [65, average],
          [retireAt - 1, average],
          [retireAt, goal],
        ].map(([age = 0, income = 0]) => ({ Age: age, Income: income }))
  const strategy = (type: string, more: number, morePoor: number) => ({
    ...emptyStrategy(type),
    retirementAge: 65,
    goal: yearly(goal),
    percentiles: [
      ...(poor === null ? [] : [emptyPercentile(10, yearly(poor + morePoor))]),
      {
        ...emptyPercentile(50, average === null ? null : yearly(average + more)),
        retirementIncomeAtVariousRetirementAges: table,
      },
    ],
  })
  const savedAt = '2026-11-20T14:20:00Z'
  const figures = callFigures(
    {
      id: 'record-1',
      savedAt,
      environment: { id: 'training', name: 'Training', kind: 'training' },
      subject: { participantId: 'P-1', name: 'Marcus Bell' },
      profile: null,
      inputs: {},
      claim: undefined,
      reading: {
        strategies: [
          strategy('Current', 0, 0),
          ...(adds === null ? [] : [strategy('Revised', adds, addsPoor ?? adds)]),
        ],
        accountMappings: [],
        communicationXml: '',
        notes: [],
      },
    },
    {
      choice: { poor: 10, average: 50 },
      shareOfPay: 70,
      unitsOf: () => ({ readAs: usualReadAs, source: 'Training' }),
    },
  )
  return { recordId: 'record-1', savedAt, ...figures }
}
export const aCallListRow = (over: Partial<CallListRow> = {}): CallListRow => ({
  row: 0,
  fileName: 'team.xml',
  participantId: `P-${over.row ?? 0}`,
  name: 'Marcus Bell',
  dateOfBirth: '1979-02-01',
  doubts: [],
  marks: [],
  sendable: true,
  running: false,
  figures: null,
  problem: null,
  lastTalk: null,
  ...over,
})

export const aCallList = (
  rows: readonly CallListRow[],
  over: Partial<CallListView> = {},
): CallListView => ({
  callListId: 'call-list-1',
  name: 'team.xml',
  kind: 'file',
  files: 1,
  leftOut: 0,
  environment: { id: 'training', name: 'Training', kind: 'training', place: 'training' },
  rows: [...rows],
  running: false,
  why: '',
  lastRun: null,
  ...over,
})
