import { describe, expect, test } from 'vitest'
import { isServiceWord } from '#electron/core/http/traffic/message-words.ts'
import {
  isServiceField,
  visibleFlag,
  visibleNumber,
  visibleText,
  type Scrubber,
} from '#electron/core/http/traffic/visible-fields.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'

/** The visible values of a service call: the service's own terms, and nothing that may be a participant's. */

/** Removes all of a message, finds nothing personal, and has the client ACME. */
const strict: Scrubber = {
  message: () => '…',
  isPersonal: () => false,
  isOwnClient: (text) => text === 'ACME',
}
/** Finds everything personal. */
const personal: Scrubber = { ...strict, isPersonal: () => true }
const shown = (name: string, text: string, scrubber = strict): boolean => {
  const visible = visibleText(name, text, scrubber)
  expect([text, null]).toContain(visible)
  return visible !== null
}

describe('a word of the service', () => {
  test.each([
    ...['invalid', 'badRequest', 'InvalidClientIdentifier', 'XMLError', 'RKTransactionId'],
    ...['404', '504', 'ClientX'],
  ])('%s is one', (word) => expect(isServiceWord(word)).toBe(true))
  test.each([
    'Smithson',
    'invalidSmithson',
    'SmithsonError',
    'XMLSmithson',
    '604',
    '40',
    '4044',
    '',
  ])('%j is none', (word) => expect(isServiceWord(word)).toBe(false))
})

describe('the text of a field', () => {
  test('of nothing is nothing, whatever the field; of an unknown one it is masked', () => {
    expect(visibleText('Nickname', '', strict)).toBe('')
    for (const text of ['mutated', '401K', 'ACME', '5']) expect(shown('Nickname', text)).toBe(false)
  })

  test('is the client’s only where the request named it', () => {
    expect([shown('ClientId', 'ACME'), shown('ClientId', 'OTHER')]).toEqual([true, false])
  })

  test.each(['401K', '401(a)', '403(b)', 'ManagedAccounts', 'QualMRP', 'IRA', 'BearerToken'])(
    '%s is the service’s, also where the participant’s file says it',
    (text) => expect(shown('PlanType', text, personal)).toBe(true),
  )

  test.each([
    ...[
      'Moderately Aggressive',
      'LargeCap',
      '90th percentile',
      'Invalid request',
      'RK-114',
      '0',
      '–',
    ],
    'bond '.repeat(11) + 'bonds',
  ])('%s is made of terms, but not where it is the participant’s', (text) => {
    expect([shown('Rating', text), shown('Rating', text, personal)]).toEqual([true, false])
  })

  test.each([
    ...['Large Smithson', 'LargeSmithson', 'error 404', '123456', 'Smithson', 'A-12-B-34-C-567'],
    'bond '.repeat(11) + 'equity',
  ])('%s may be anybody’s', (text) => expect(shown('Rating', text)).toBe(false))

  test('that is a message keeps its known words, and is masked if none is known', () => {
    const left: Scrubber = { ...strict, message: () => 'No … found' }
    for (const name of ['ErrorMessage', 'faultstring', 'title', 'errors', 'Rating'])
      expect(visibleText(name, 'No Smithson found', left)).toBe('No … found')
    for (const name of ['ErrorMessage', 'title'])
      expect(visibleText(name, 'Smithson', strict)).toBeNull()
  })
})

describe('a number', () => {
  test.each([
    ['RetirementAge', '67', true],
    ['RetirementAge', '67.5', true],
    ['RetirementAge', '120', true],
    ['RetirementAge', '121', false],
    ['RetirementAge', '120.5', false],
    ['RetirementAge', '1e1', false],
    ['expires_in', '86400', true],
    ['expires_in', '1763640000000', true],
    ['expires_in', '17636400000000', false],
    ['expires_in', '1.5', false],
    ['code', '-1140', true],
    ['code', '11400', false],
    ['ErrorMessage', '5', false],
    ['ClientId', '5', false],
    ['Salary', '5', false],
  ])('%s %s', (name, digits, isVisible) => {
    expect(visibleNumber(name, digits)).toBe(isVisible)
    if (name === 'RetirementAge' || name === 'expires_in')
      expect(shown(name, digits)).toBe(isVisible)
  })
})

test('what a field of the service’s own terms holds is not taken for the participant’s', () => {
  expect(
    ['PlanType', 'expires_in', 'ClientId', 'ErrorMessage', 'title', 'Nickname'].map(isServiceField),
  ).toEqual([true, true, true, false, false, false])
})

test.each(submissionOperations)('of %s the fields are shown that may be, and no other', (name) => {
  const { body, items, shownInCalls } = specified[name]
  const fields = [body, ...Object.values(items)].flatMap((table) => Object.keys(table))
  expect([...new Set(fields.filter(isServiceField))].toSorted()).toEqual(shownInCalls.toSorted())
})

test('yes and no are shown of every field that is specified, and of no other', () => {
  expect(['Cola', 'ExcludeSocialSecurity', 'IsSmithson'].map(visibleFlag)).toEqual([
    true,
    true,
    false,
  ])
})
