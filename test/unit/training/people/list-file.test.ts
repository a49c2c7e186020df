import { describe, expect, test } from 'vitest'
import { exampleListFile, listFiles } from '#electron/training/people/list-file.ts'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { randomPeople } from '#electron/training/people/random-people.ts'

const decoders = {
  'opt-outs-utf-8.csv': 'utf-8',
  'opt-outs-utf-8-mark.csv': 'utf-8',
  'opt-outs-utf-16le.csv': 'utf-16le',
  'opt-outs-utf-16be.csv': 'utf-16be',
} as const

describe('lists of invented people', () => {
  test('every Unicode encoding holds the same people', () => {
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

  test('the examples: everybody once, with one duplicate, one unknown plan and one missing name', () => {
    const lines = new TextDecoder().decode(exampleListFile().bytes).trimEnd().split('\r\n').slice(1)
    const cells = lines.map((line) => line.split(','))
    expect(lines).toHaveLength(personSpecs.length + 1)
    expect(new Set(cells.map(([id]) => id)).size).toBe(personSpecs.length)
    expect(lines.at(-1)).toBe(lines[0])
    expect(cells.filter(([, , last]) => last === '')).toHaveLength(1)
    expect(cells.filter(([, , , plan]) => plan === 'NO-SUCH-PLAN')).toHaveLength(1)
  })
})
