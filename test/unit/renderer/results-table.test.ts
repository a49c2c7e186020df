import { expect, test } from 'vitest'
import { toJson } from '#renderer/charts/figures.ts'
import { resultsTable } from '#renderer/features/records/results-table.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { LineIncome } from '#shared/strategy/statement/lists/short-answer.ts'
import { callListFigures } from '#test/support/samples/scripted-call-list.ts'
import { aSummary } from '#test/support/samples/scripted-world.ts'

test('exported saved results have participant, operation, incomes, environment and outcome', () => {
  const item = aSummary({
    kind: 'receipt',
    outcome: 'inDoubt',
    summary: ['Enroll: in doubt'],
    scenario: { name: 'Later', note: 'Calls back on Monday' },
  })
  const thrice = aSummary({ runs: 3, lastRunAt: '2026-11-20T21:10:00.000Z' })
  const incomes = (of: RecordSummary): readonly LineIncome[] =>
    of === item ? [] : [{ role: 'today', income: callListFigures().incomes.average, phases: [] }]
  expect(JSON.parse(toJson(resultsTable([item, thrice], incomes, () => [])))).toMatchObject({
    table: 'Saved results',
    rows: [
      {
        'Saved at (UTC)': item.savedAt,
        Kind: 'Receipt',
        Name: item.subject.name,
        ParticipantId: item.subject.participantId,
        Scenario: 'Later',
        'In short': 'Enroll: in doubt',
        Outcome: 'In doubt',
        Runs: '',
        Note: 'Calls back on Monday',
        Environment: item.environment.name,
        'Environment kind': item.environment.kind,
      },
      {
        Kind: 'Forecast',
        Outcome: '',
        Scenario: '',
        Runs: '3',
        'Last run at (UTC)': '2026-11-20T21:10:00.000Z',
        'Today, a month in average markets': 3120,
        'Plan, a month in average markets': null,
      },
    ],
  })
})
