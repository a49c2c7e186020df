import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineOf } from '#electron/core/express/outline.ts'
import { messageScrubber } from '#electron/core/express/scrub.ts'
import { forecastAnswer } from '#test/support/express-answers.ts'

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const quiet = (): string => '…'

describe('the outline of a body', () => {
  test('shows names, kinds and lengths, and the service’s own words', () => {
    const body = { StrategyOutput: [{ StrategyType: 'Revised', SavingsRate: 6.5, Rating: 'Ample' }, {}, {}], AccountMappings: [] }
    expect(JSON.parse(outlineOf(JSON.stringify(body), quiet))).toEqual({
      StrategyOutput: [{ StrategyType: 'Revised', SavingsRate: '[number]', Rating: '[text, 5 characters]' }, '[2 more]'],
      AccountMappings: [],
    })
  })

  test('hides names the specification does not know: accounts are among them', () => {
    const outline = outlineOf('{"BalanceHistory":{"QUILL-1":[{"Year":"2025"}]},"Success":true,"ErrorMessage":null}', quiet)
    expect(outline).not.toContain('QUILL')
    expect(JSON.parse(outline)).toMatchObject({ BalanceHistory: { '[other name]': [{}] }, Success: true, ErrorMessage: null })
  })

  test.each(['', '  ', 'Sorry', '<html/>', '{"A":', '{"ErrorMessage":"abc', '[1,2', '{,}', '"\\', '[[[['])(
    'reads %j as far as it goes',
    (body) => {
      expect(outlineOf(body, quiet)).toMatch(/that are not JSON\]$|\[cut here\]$/)
    },
  )

  test('takes a moment for any size', () => {
    const body = JSON.stringify({ ParticipantXML: '<a b="c"/>'.repeat(400_000), Salary: 1 })
    expect(body.length).toBeGreaterThan(4_000_000)
    expect(outlineOf(body, quiet)).toMatch(/^\{\n {2}"ParticipantXML": "\[text, \d{7} characters\]",/)
    const started = performance.now()
    const many = outlineOf(`[${'{"Age":"60","Value":1},'.repeat(200_000)}{}]`, quiet)
    expect(performance.now() - started).toBeLessThan(500)
    expect(many).toContain('[cut here]')
    expect(many.length).toBeLessThan(30_000)
  })

  test(`never throws and never shows a value (seed ${seed})`, () => {
    const canary = 'Zephyrine'
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.constantFrom('Name', 'Rating', 'Account', canary, 'ParticipantXML', 'Values'),
        fc.nat(400),
        (value, name, cut) => {
          const body = JSON.stringify({ [name]: [{ [canary]: canary, Value: 987_654 }, value], Type: `x ${canary} "\\` })
          const outline = outlineOf(body.slice(0, body.length - (cut % body.length)), quiet)
          return !outline.includes(canary) && !outline.includes('987654')
        },
      ),
      { seed, numRuns: 1000 },
    )
  })

  test('of a real answer is valid JSON', () => {
    expect(() => void JSON.parse(outlineOf(JSON.stringify(forecastAnswer()), quiet))).not.toThrow()
  })
})

describe('a service’s message', () => {
  const request = JSON.stringify({
    ClientId: 'ACME',
    ParticipantXML: '<Participant FirstName="Will" LastName="Value"><City>Plan</City></Participant>',
    Salary: 93_211,
  })
  const scrub = messageScrubber(request)
  test.each([
    ['RetirementAge is not valid', 'RetirementAge is not valid'],
    ['Will Value was born 1971-03-29', '… was …'],
    ['invalid_client: Client credentials are invalid', 'invalid_client: Client credentials are invalid'],
    ['Status 503, backend timeout', 'Status 503, backend timeout'],
    ['No plan for Zoë Quill', 'No … for …'],
    ['token eyJhbGciOiJIUzI1NiJ9.abc.def refused', 'token … refused'],
  ])('%j is shown as %j', (message, shown) => {
    expect(scrub(message)).toBe(shown)
  })
})
