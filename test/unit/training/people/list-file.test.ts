import { describe, expect, test } from 'vitest'
import { exampleListFile } from '#electron/training/people/list-file.ts'
import { listFiles } from '#test/support/people/list-files.ts'
import { createEnrollments } from '#electron/training/enrollments.ts'
import { inventedStanding } from '#electron/training/people/invented-standing.ts'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { randomPeople } from '#test/support/people/random-people.ts'

const decoders = {
  'opt-outs-utf-8.csv': 'utf-8',
  'opt-outs-utf-8-mark.csv': 'utf-8',
  'opt-outs-utf-16le.csv': 'utf-16le',
  'opt-outs-utf-16be.csv': 'utf-16be',
} as const

describe('lists of people', () => {
  test('contain the same random people in every Unicode encoding', () => {
    const people = randomPeople(60, '5')
    const files = new Map(listFiles(people).map(({ name, bytes }) => [name, bytes]))
    for (const [name, encoding] of Object.entries(decoders)) {
      const text = new TextDecoder(encoding).decode(files.get(name))
      expect(text.split('\r\n')).toHaveLength(62)
      for (const { lastName } of people) expect(text).toContain(lastName)
    }
    const western = new TextDecoder('windows-1252').decode(files.get('opt-outs-windows-1252.csv'))
    expect(western).toContain('O’Brien')
    expect(western).toContain('?')
  })

  test('made from the examples contain everybody once, plus one duplicate, with one unknown plan and one missing name', () => {
    const lines = new TextDecoder().decode(exampleListFile().bytes).trimEnd().split('\r\n').slice(1)
    const cells = lines.map((line) => line.split(','))
    expect(lines).toHaveLength(personSpecs.length + 1)
    expect(new Set(cells.map(([id]) => id)).size).toBe(personSpecs.length)
    expect(lines.at(-1)).toBe(lines[0])
    expect(cells.filter(([, , last]) => last === '')).toHaveLength(1)
    expect(cells.filter(([, , , plan]) => plan === 'NO-SUCH-PLAN')).toHaveLength(1)
  })
})

describe('Training’s answers to a list of random people', () => {
  test('resemble a day at the desk, where most are accepted, and some are declined, already opted out, not enrolled or misspelled', () => {
    const rows = new TextDecoder()
      .decode(listFiles(randomPeople(200, '1'))[0]?.bytes)
      .trimEnd()
      .split('\r\n')
      .slice(1)
    const enrollments = createEnrollments([])
    const kinds = rows.map((row) => {
      const [participantId = '', , , planId = ''] = row.split(',')
      return enrollments.optOut(participantId, [planId], '2026-11-20T12:00:00.000Z').kind
    })
    const many = (kind: string): number => kinds.filter((each) => each === kind).length
    expect(many('completed')).toBeGreaterThan(150)
    for (const kind of ['onHold', 'optedOutBefore', 'notEnrolled'])
      expect(many(kind), kind).toBeGreaterThanOrEqual(3)
    const misspelled = rows.filter((row) => /^GP1-\d*O|PLAN1-\d+,/.test(row))
    expect(misspelled.length).toBeGreaterThanOrEqual(3)
    expect(misspelled.length).toBeLessThan(many('notEnrolled'))
  })

  test('always say that the same people are already opted out, and that the others are not enrolled', () => {
    const enrollments = createEnrollments([])
    const out = Array.from(
      { length: 200 },
      (_, at) => `GP7-${String(at + 1).padStart(5, '0')}`,
    ).find((id) => inventedStanding(id, 'PLAN7-1-1') === 'optedOut')
    expect(out).toBeDefined()
    expect(enrollments.optOut(out ?? '', ['PLAN7-1-1'], '2026-11-20T12:00:00.000Z').kind).toBe(
      'optedOutBefore',
    )
    const ids = { TransactionId: 'T', ClientTransactionId: 'C', RKTransactionId: 'R' }
    enrollments.rememberOptOut(out ?? '', ['PLAN7-1-1'], { ids, transaction: 'text' })
    expect(enrollments.optOut(out ?? '', ['PLAN7-1-1'], '2026-11-21T12:00:00.000Z')).toMatchObject({
      kind: 'alreadyOptedOut',
      ids,
    })
    for (const [id, plan] of [
      ['GP7-0001O', 'PLAN7-1-1'],
      ['GP7-00012', 'PLAN8-1-1'],
      ['GP7-00012', 'PLAN7-11'],
      ['U-1', 'PLAN7-1-1'],
    ] as const) {
      expect(enrollments.optOut(id, [plan], '2026-11-20T12:00:00.000Z').kind).toBe('notEnrolled')
    }
  })
})
