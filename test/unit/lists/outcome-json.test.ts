import { expect, test } from 'vitest'
import { outcomeName } from '#electron/core/lists/list-views.ts'
import { outcomeJson } from '#electron/core/lists/file/write-outcome.ts'

test('the outcome as JSON has the file’s columns and the added ones as text, and no column name twice', () => {
  const written = outcomeJson(
    ['id', 'Outcome'],
    [{ cells: ['0017', 'mine'] }, { cells: ['=1+1'] }],
    [['accepted', 'opted out', 'GP-1', 'T-1', '', '2026'], ['declined']],
  )
  const rows: unknown = JSON.parse(written.toString())
  expect(rows).toEqual([
    {
      id: '0017',
      Outcome: 'mine',
      'Outcome (2)': 'accepted',
      Standing: 'opted out',
      'Receipt number': 'GP-1',
      TransactionId: 'T-1',
      Message: '',
      SentAtUTC: '2026',
    },
    {
      id: '=1+1',
      Outcome: '',
      'Outcome (2)': 'declined',
      Standing: '',
      'Receipt number': '',
      TransactionId: '',
      Message: '',
      SentAtUTC: '',
    },
  ])
})

test.each([
  ['people.csv', 'file', 'people-outcome.csv'],
  ['people.tsv', 'json', 'people-outcome.json'],
  ['people', 'file', 'people-outcome.csv'],
  ['people', 'json', 'people-outcome.json'],
] as const)('the outcome of %s, saved as %s, is named %s', (name, as, expected) => {
  expect(outcomeName(name, as)).toBe(expected)
})
