import { expect, test } from 'vitest'
import { fieldsOf, foundRows, treeRows } from '#renderer/workspace/result/tree-of.ts'

/** Tests the tree of an answer: long parts unfold separately, and a search shows its matches. */

const long = `${'a'.repeat(300)}Needle${'b'.repeat(300)}`
const answer = { CommunicationXML: long, SocialSecurity: [{ Age: 62, Amount: 1 }], Empty: [] }
const opened = (...paths: readonly string[]): readonly string[] =>
  treeRows(answer, new Set(['', ...paths])).map(
    ({ name, size, value, depth }) => `${depth} ${name} ${size ?? value}`,
  )

test('a long text is a row that unfolds, and an entry of a list has a recognizable name', () => {
  expect(opened()).toEqual([
    '0 CommunicationXML 606 characters',
    '0 SocialSecurity 1 entry',
    '0 Empty []',
  ])
  expect(opened('CommunicationXML', 'SocialSecurity')).toEqual([
    '0 CommunicationXML 606 characters',
    `1  ${long}`,
    '0 SocialSecurity 1 entry',
    '1 [0] 62, 2 entries',
    '0 Empty []',
  ])
})

test('a search finds names and values in any case, and shows the text around a match', () => {
  const found = (wanted: string) =>
    foundRows(fieldsOf(answer), wanted).map(({ name, value }) => [name, value])
  expect(found('amount')).toEqual([['SocialSecurity[0].Amount', '1']])
  expect(found('needle')).toEqual([
    ['CommunicationXML', `…${'a'.repeat(100)}Needle${'b'.repeat(94)}…`],
  ])
  expect(found('communication')).toEqual([['CommunicationXML', `${'a'.repeat(200)}…`]])
  expect(found('nowhere')).toEqual([])
})
