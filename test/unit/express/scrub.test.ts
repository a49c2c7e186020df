import { describe, expect, test } from 'vitest'
import { createScrubber } from '#electron/core/http/traffic/scrub.ts'

/** The visible part of a service's texts: its own words, and nothing that the request says about the participant. */

describe('a service’s message', () => {
  const request = JSON.stringify({
    ClientId: 'ACME',
    ParticipantXML:
      '<Participant FirstName="Will" LastName="Value"><City>Plan</City></Participant>',
    Salary: 93_211,
  })
  const scrub = (text: string): string => createScrubber(request).message(text)
  test.each([
    ['RetirementAge is not valid', 'RetirementAge is not valid'],
    ['Will Value was born 1971-03-29', '… was …'],
    [
      'invalid_client: Client credentials are invalid',
      'invalid_client: Client credentials are invalid',
    ],
    ['Status 503, backend timeout', 'Status 503, backend timeout'],
    ['No plan for Zoë Quill', 'No … for …'],
    ['token eyJhbGciOiJIUzI1NiJ9.abc.def refused', 'token … refused'],
  ])('%j is shown as %j', (message, shown) => {
    expect(scrub(message)).toBe(shown)
  })

  test('ends where it gets long, and what comes far behind is not looked at', () => {
    expect(scrub('page '.repeat(200))).toBe('page '.repeat(100))
    expect(scrub(`${'Zoë '.repeat(1000)}page closed`)).not.toContain('page')
  })

  test('holds no long run of signs, whatever words it is made of', () => {
    expect(scrub('token page/page/page/page/page/page refused')).toBe('token … refused')
  })
})

describe('of the participant is what the request says of them', () => {
  const request = JSON.stringify({
    ParticipantXML: `<P First="Ada" Last='Quill' None=""><City>Salem</City></P>`,
    PensionTypes: [{ Amount: 93_211, Cola: true, StartYear: null }],
    Reason: 'Moving abroad',
    PlanType: '401K',
  })
  const isPersonal = (text: string): boolean => createScrubber(request).isPersonal(text)
  test.each(['ada', 'QUILL', 'Salem', '93211', 'abroad', 'as Ada likes it'])('%s', (text) => {
    expect(isPersonal(text)).toBe(true)
  })
  test.each(['First', 'City', '401K', 'true', 'Reason', 'Zephyrine', '–'])('not %s', (text) => {
    expect(isPersonal(text)).toBe(false)
  })

  test('in a form, too, but for the name of the grant', () => {
    const form = createScrubber('grant_type=client_credentials&scope=page+Zed')
    expect(form.message('Client credentials of page closed')).toBe('Client credentials of … closed')
    expect(form.isPersonal('zed')).toBe(true)
  })

  test('and where the request is too long to be read, everything', () => {
    const requestOf = (length: number) => `{"a":"${'-'.repeat(length - 8)}"}`
    const [read, unread] = [1024 * 1024, 1024 * 1024 + 1].map((length) =>
      createScrubber(requestOf(length)),
    )
    expect([read?.message('Plan closed'), read?.isPersonal('Plan')]).toEqual(['Plan closed', false])
    expect([unread?.message('Plan closed'), unread?.isPersonal('Plan')]).toEqual(['', true])
  })
})
