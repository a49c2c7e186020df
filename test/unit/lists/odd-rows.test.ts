import { expect, test } from 'vitest'
import { bytesOf, noDefaults } from '#test/support/samples/list-files.ts'
import { checkedIn, factsOf } from './list-tasks.ts'

/** Tests rows that look complete but contain mistakes. */

const header = 'Participant ID,First Name,Last Name,Plan ID,Plan Type,Reason\n'
const whole = ['P-1', 'Dana', 'Reyes', 'ACME', '401K', 'own choice']

test.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '########'])(
  'a cell in which a spreadsheet wrote %s is invalid in any column',
  (error) => {
    for (const at of whole.keys()) {
      const [row] = checkedIn(`${header}${whole.with(at, error).join()}\n`, {
        ...noDefaults,
        planSeparator: '/',
      })
      expect(row).toMatchObject({ state: 'invalid' })
      expect(row?.messages.join(' ')).toContain(` is ${error}, which a spreadsheet writes`)
    }
  },
)

test('a row that repeats the names of the columns is invalid', () => {
  const rows = checkedIn(`${header}P-1,a,b,A,B,\n${header.toUpperCase()}#1,A,B,C,D,\n`)
  expect(rows.map(({ state }) => state)).toEqual(['ready', 'invalid', 'ready'])
  expect(rows[1]?.messages.join(' ')).toMatch(/repeats the names of the columns/)
})

test('a row that shares only some of its plans with another row is invalid, and the message names the shared and the other plans', () => {
  const rows = checkedIn(
    `${header}P-1,a,b,A;B,401K,\nP-1,a,b,b;C;D,401K,\nP-1,a,b,B,401K,\nP-1,a,b,C,401K,\n`,
    { ...noDefaults, planSeparator: ';' },
  )
  expect(rows.map(({ state }) => state)).toEqual(['ready', 'invalid', 'skipped', 'ready'])
  expect(rows[1]?.messages).toEqual([
    'Plan b of this participant is also in row 1. Plans C, D would not be sent: give them a row without the others.',
  ])
})

test('several columns with the chosen heading are pointed out', () => {
  const facts = factsOf(
    bytesOf('ID,First Name,Last Name,Plan ID,Plan Type,plan id\nP,a,b,A,401K,B\n'),
  )
  expect(facts.notes).toEqual([
    'Several columns are named “Plan ID”. Make sure that the right one is chosen.',
  ])
})

test.each(['\u00ad', '\u061c', '\u200b', '\u200f', '\u202e', '\u2060', '\u2067', '\ufeff'])(
  'a character that is invisible or changes the text direction is unusual: %j',
  (character) => {
    for (const at of whole.keys()) {
      const cell = whole[at] ?? ''
      const hidden = `${cell.slice(0, 1)}${character}${cell.slice(1)}`
      const [row] = checkedIn(`${header}${whole.with(at, hidden).join()}\n`)
      expect(row).toMatchObject({ state: 'unusual' })
      expect(row?.messages.join(' ')).toMatch(/cannot be seen/)
    }
  },
)

test('joiners that some scripts need are not unusual', () => {
  const [row] = checkedIn(`${header}P-1,नुक्\u200dता,می\u200cخواهم,ACME,401K,\n`)
  expect(row).toMatchObject({ state: 'ready' })
})

test('every row with an id used for two people is unusual, even if the plans differ', () => {
  const rows = checkedIn(
    `${header}P-1,Ana,Lee,ACME,401K,\nP-2,Cy,Fox,ACME,401K,\np-1,Bo,Kim,OTHER,401K,\nP-1,,,THIRD,401K,\nP-2,CY,Fox,OTHER,401K,\n`,
  )
  expect(rows.map(({ state }) => state)).toEqual([
    'unusual',
    'ready',
    'unusual',
    'unusual',
    'ready',
  ])
  for (const row of [rows[0], rows[2], rows[3]])
    expect(row?.messages).toContain(
      'Rows 1 and 3 give this participant id to different people, Ana Lee and Bo Kim. Find out whose id it is.',
    )
})
