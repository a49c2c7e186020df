import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { submissionOperations } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'

test('the README has a row for each of Training’s answers to a submission', () => {
  const rows = readFileSync('electron/training/operations/README.md', 'utf8').split('\n')
  for (const name of submissionOperations) {
    const word = name.charAt(0).toUpperCase() + name.slice(1)
    const own = rows.filter((row) => new RegExp(`^\\| [^|]*\\b${word}\\b`).test(row)).join('\n')
    for (const state of [
      'Completed',
      ...specified[name].training.declined.map((each) => each.state),
    ])
      expect(own, name).toContain(`\`${state}\``)
  }
})
