import { describe, expect, test } from 'vitest'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import { whatToSay, type CallState } from '#shared/desk/say.ts'
import type { DeskReason, DeskTexts } from '#shared/desk/texts.ts'
import type { OptOutStanding } from '#shared/receipt/standing.ts'

/** All states of a call, each with its words in full. Read them aloud. */

const acme = { planId: 'ACME401K', planType: '401K' }
const baker = { planId: 'BK-2', planType: '403B' }
const reasonOf = (code: string) => defaultTexts.reasons.find((each) => each.code === code) ?? null
const call: CallState = {
  step: 'caller',
  caller: 'participant',
  firstName: 'Maria',
  lastName: 'Alvarez',
  plans: [acme],
  offered: 0,
  reason: reasonOf('fee'),
  reasonSent: 'Fee too high',
  environment: 'Acme UAT',
  earlier: null,
  request: 'ready',
  answerSeconds: 120,
  result: null,
  resumed: false,
  disposition: null,
}
const result = (
  standing: OptOutStanding,
  over: Partial<NonNullable<CallState['result']>> = {},
): Partial<CallState> => ({
  step: 'receipt',
  result: {
    standing,
    settled: null,
    receiptNumber: 'GP-20261120-7F3K2M',
    isExplained: false,
    ...over,
  },
})
const ended = (code: string): Partial<CallState> => ({
  step: 'wrapUp',
  disposition: defaultTexts.dispositions.find((each) => each.code === code) ?? null,
})
const before = (became: NonNullable<CallState['earlier']>['became']): Partial<CallState> => ({
  step: 'readBack',
  earlier: { became, sentAt: '2026-11-01T15:00:00.000Z' },
})
const oneName = { firstName: '', lastName: 'Suharto' }
const two = { plans: [acme, baker] }
const twoNamed = {
  plans: [
    { ...acme, name: 'Acme Tools' },
    { ...baker, name: 'Bakers United 403(b) Plan' },
  ],
}
const alike = {
  plans: [acme, { ...acme, planId: 'ACME-OLD' }].map((plan) => ({ ...plan, name: 'Acme Tools' })),
}
const ownEnd = { code: 'busy', text: 'Calls again later', needsNote: false, unsent: true }
const walter: Partial<CallState> = {
  caller: 'survivor',
  firstName: 'Walter',
  lastName: 'Quill',
  reason: reasonOf('deceased'),
  reasonSent: 'Deceased',
}
const forJames: Partial<CallState> = {
  caller: 'onBehalf',
  firstName: 'James',
  lastName: 'Okafor',
}
const noReason = { reason: reasonOf('none'), reasonSent: 'No reason given' }

const said = (state: Partial<CallState>, texts: DeskTexts = defaultTexts) =>
  whatToSay(texts, { ...call, ...state }).map((pieces) => pieces.map(({ text }) => text).join(''))

const number = 'The reference number is GP-20261120-7F3K2M. Would you like to write it down?'
const bye = 'Is there anything else about this request? Thank you for calling, and have a good day.'
const stays = 'The savings stay where they are; the service just stops managing them.'
const mayISend = 'Is that correct, and shall I send it now?'
const readBack = `Let me read that back to you, under the name Maria Alvarez. You are asking to opt out of the advice service for ACME401K (401K). The reason I have is: Fee too high. ${stays} ${mayISend}`

const states: readonly (readonly [
  state: string,
  call: Partial<CallState>,
  words: readonly string[],
])[] = [
  [
    'a greeting',
    {},
    [
      'Thank you for calling. My name is [your name], and this call may be recorded. May I have your participant number and your full name?',
    ],
  ],
  [
    'the identity checks',
    { step: 'identify' },
    [
      'Thank you, Maria. Before I make any changes, I have to verify your identity. I will ask you a few questions.',
    ],
  ],
  [
    'the checks of somebody with one name',
    { step: 'identify', ...oneName },
    [
      'Thank you, Suharto. Before I make any changes, I have to verify your identity. I will ask you a few questions.',
    ],
  ],
  [
    'the plans, none of them known',
    { step: 'plans' },
    [
      'For which of your plans would you like to stop the advice service: one, some, or all of them?',
    ],
  ],
  [
    'the only known plan',
    { step: 'plans', offered: 1 },
    ['I see one plan here: ACME401K (401K). Is that the one you are calling about?'],
  ],
  [
    'two known plans',
    { step: 'plans', offered: 2 },
    [
      'For which of your plans would you like to stop the advice service: one, some, or all of them?',
    ],
  ],
  [
    'the only known plan, not chosen because it was opted out',
    { step: 'plans', offered: 1, plans: [] },
    [
      'For which of your plans would you like to stop the advice service: one, some, or all of them?',
    ],
  ],
  [
    'the reason',
    { step: 'reason' },
    [
      'May I note a reason? You do not have to give one, and it makes no difference to your request. I cannot advise you on whether to stay or to leave.',
    ],
  ],
  [
    'a read-back that is not ready',
    { step: 'readBack', request: 'preparing' },
    ['One moment, please.'],
  ],
  ['the read-back', { step: 'readBack' }, [readBack]],
  [
    'the read-back for somebody with one name',
    { step: 'readBack', ...oneName },
    [
      `Let me read that back to you, under the name Suharto. You are asking to opt out of the advice service for ACME401K (401K). The reason I have is: Fee too high. ${stays} ${mayISend}`,
    ],
  ],
  [
    'the read-back of two plans',
    { step: 'readBack', ...two },
    [
      `Let me read that back to you, under the name Maria Alvarez. You are asking to opt out of the advice service for ACME401K (401K) and BK-2 (403B). The reason I have is: Fee too high. ${stays} ${mayISend}`,
    ],
  ],
  [
    'the read-back of plans with names instead of codes',
    { step: 'readBack', ...twoNamed },
    [
      `Let me read that back to you, under the name Maria Alvarez. You are asking to opt out of the advice service for Acme Tools (401K) and Bakers United 403(b) Plan. The reason I have is: Fee too high. ${stays} ${mayISend}`,
    ],
  ],
  [
    'the read-back of two plans with one name',
    { step: 'readBack', ...alike },
    [
      `Let me read that back to you, under the name Maria Alvarez. You are asking to opt out of the advice service for Acme Tools (401K), plan ACME401K and Acme Tools (401K), plan ACME-OLD. The reason I have is: Fee too high. ${stays} ${mayISend}`,
    ],
  ],
  [
    'the read-back without a reason',
    { step: 'readBack', ...noReason },
    [
      `Let me read that back to you, under the name Maria Alvarez. You are asking to opt out of the advice service for ACME401K (401K). ${stays} ${mayISend}`,
    ],
  ],
  [
    'the read-back of a reason in other words than “no reason”',
    { step: 'readBack', ...noReason, reasonSent: 'Did not say' },
    [
      `Let me read that back to you, under the name Maria Alvarez. You are asking to opt out of the advice service for ACME401K (401K). The reason I have is: Did not say. ${stays} ${mayISend}`,
    ],
  ],
  [
    'the read-back after an earlier one went through',
    before('done'),
    ['A request like this one already went through on November 1, 2026.', readBack],
  ],
  [
    'the read-back after an earlier one was already out',
    before('alreadyOut'),
    ['On November 1, 2026, the service told us that this opt-out was already in place.', readBack],
  ],
  [
    'the read-back after an earlier one was not enrolled',
    before('notEnrolled'),
    ['On November 1, 2026, the service told us that it had no enrollment to opt out of.', readBack],
  ],
  [
    'the read-back after an earlier one was declined',
    before('declined'),
    ['On November 1, 2026, the service did not carry out a request like this one.', readBack],
  ],
  [
    'the read-back after an earlier one was rejected',
    before('rejected'),
    ['On November 1, 2026, the service did not accept a request like this one.', readBack],
  ],
  [
    'the read-back after an earlier one in doubt, or after the program was killed while sending',
    before('inDoubt'),
    [
      'A request like this one was sent on November 1, 2026, and no confirmation has come back. I cannot send another one before we know whether it went through. What is the best number to reach you?',
    ],
  ],
  [
    'the read-back after one that can no longer be told',
    before('unknown'),
    ['A request like this one may already have been sent on November 1, 2026.', readBack],
  ],
  [
    'sending',
    { step: 'readBack', request: 'sending' },
    [
      'I am sending the request now and waiting for the confirmation. It can take up to two minutes.',
    ],
  ],
  [
    'opted out',
    result('done'),
    ['Your request went through: the service accepted your opt-out for ACME401K (401K).', number],
  ],
  [
    'opted out of two plans',
    { ...two, ...result('done') },
    [
      'Your request went through: the service accepted your opt-out for ACME401K (401K) and BK-2 (403B).',
      'The service gave one answer for all of these plans, and did not confirm each one separately.',
      number,
    ],
  ],
  [
    'already out',
    result('alreadyOut'),
    [
      'According to the service, you had already opted out for ACME401K (401K). Nothing was changed, and there is nothing more to do.',
      number,
    ],
  ],
  [
    'already out of two plans',
    { ...two, ...result('alreadyOut') },
    [
      'According to the service, you had already opted out for ACME401K (401K) and BK-2 (403B). Nothing was changed, and there is nothing more to do.',
      'The service gave one answer for all of these plans, and did not confirm each one separately.',
      number,
    ],
  ],
  [
    'not enrolled',
    result('notEnrolled'),
    [
      'The service shows no enrollment for ACME401K (401K) under your number, so there is nothing to opt out of. Nothing was changed.',
      number,
    ],
  ],
  [
    'not enrolled in two plans',
    { ...two, ...result('notEnrolled') },
    [
      'The service shows no enrollment for ACME401K (401K) and BK-2 (403B) under your number, so there is nothing to opt out of. Nothing was changed.',
      'The service gave one answer for all of these plans, and did not confirm each one separately.',
      number,
    ],
  ],
  [
    'declined',
    result('declined'),
    ['The service did not carry out your request, and nothing has changed for you.', number],
  ],
  [
    'declined for two plans, with an explanation',
    { ...two, ...result('declined', { isExplained: true }) },
    [
      'The service did not carry out your request, and nothing has changed for you.',
      'I can read you what it answered.',
      number,
    ],
  ],
  [
    'rejected',
    result('rejected'),
    [
      'The service could not accept the request as I entered it, and nothing has changed for you. Let me check with you what I entered.',
      number,
    ],
  ],
  [
    'not sent',
    result('notSent'),
    [
      'I could not reach the service, so nothing was sent and nothing has changed. I can try once more, or you can call us again.',
      number,
    ],
  ],
  [
    'in doubt',
    result('inDoubt'),
    [
      'I sent your request, but no confirmation has come back, so I cannot tell you yet whether it went through. I will not send it a second time. What is the best number to reach you once we know?',
      number,
    ],
  ],
  [
    'in doubt, then settled as done',
    result('inDoubt', { settled: { wentThrough: true } }),
    ['We have checked: the request went through.', number],
  ],
  [
    'in doubt, then settled as not done',
    result('inDoubt', { settled: { wentThrough: false } }),
    ['We have checked: the request did not go through.', number],
  ],
  ['the wrap-up after a result', { ...result('done'), ...ended('optedOut') }, [bye]],
  [
    'the wrap-up in doubt, with a call-back',
    { ...result('inDoubt'), ...ended('followUp') },
    ['We will call you back at the number you gave me. Thank you for calling.'],
  ],
  [
    'a call resumed after the program was killed while sending',
    { ...result('inDoubt'), step: 'wrapUp', resumed: true },
    [
      '[Only if the caller is still on the line:]',
      'I sent your request, but no confirmation has come back, so I cannot tell you yet whether it went through. I will not send it a second time. What is the best number to reach you once we know?',
      number,
      bye,
    ],
  ],
  [
    'a resumed call, back at its receipt',
    { ...result('done'), resumed: true },
    [
      '[Only if the caller is still on the line:]',
      'Your request went through: the service accepted your opt-out for ACME401K (401K).',
      number,
    ],
  ],
  [
    'an end without sending, not yet said how',
    { step: 'wrapUp' },
    ['I have not sent anything, so nothing has changed.'],
  ],
  [
    'not identified',
    ended('notIdentified'),
    [
      'I am sorry, but I was not able to verify your identity, so I cannot make any changes. Please call again once you have the information at hand. Thank you for calling.',
    ],
  ],
  [
    'changed their mind',
    ended('changedMind'),
    [
      'All right. I have not sent anything, so nothing changes. Thank you for calling, and have a good day.',
    ],
  ],
  [
    'transferred without sending',
    ended('transferred'),
    [
      'I have not sent anything, so nothing has changed. I will transfer you now. Thank you for calling.',
    ],
  ],
  [
    'passed to survivor services without sending',
    ended('survivorUnsent'),
    [
      'I have not sent anything. I will transfer you to survivor services now. Thank you for calling.',
    ],
  ],
  [
    'wanted information only',
    ended('information'),
    [
      'I have not sent anything, so nothing has changed. Thank you for calling, and have a good day.',
    ],
  ],
  ['cut off', ended('lost'), []],
  [
    'could not be sent',
    ended('cannotSend'),
    [
      'I could not send the request, so nothing has changed. We will call you back at the number you gave me. Thank you for calling.',
    ],
  ],
  [
    'an end in a sponsor’s own way',
    { step: 'wrapUp', disposition: ownEnd },
    ['I have not sent anything, so nothing has changed. Thank you for calling.'],
  ],
  [
    'on behalf of somebody: greeting',
    forJames,
    ['May I have the participant number and the full name of the person you are calling for?'],
  ],
  [
    'on behalf of somebody: checks',
    { ...forJames, step: 'identify' },
    [
      'Thank you. May I have your own name, your phone number, and how you are related to James Okafor? Before I make any changes, I have to verify that you may act for James Okafor. I will ask you a few questions.',
    ],
  ],
  [
    'on behalf of somebody: plans',
    { ...forJames, step: 'plans' },
    [
      'For which of the plans would you like to stop the advice service: one, some, or all of them?',
    ],
  ],
  [
    'on behalf of somebody: reason',
    { ...forJames, step: 'reason' },
    [
      'May I note a reason? You do not have to give one, and it makes no difference to the request. I cannot advise you on whether James Okafor should stay or leave.',
    ],
  ],
  [
    'on behalf of somebody: read-back',
    { ...forJames, step: 'readBack' },
    [
      `Let me read that back to you. You are asking, on behalf of James Okafor, to opt out of the advice service for ACME401K (401K). The reason I have is: Fee too high. ${stays} ${mayISend}`,
    ],
  ],
  [
    'on behalf of somebody: read-back without a reason',
    { ...forJames, ...noReason, step: 'readBack' },
    [
      `Let me read that back to you. You are asking, on behalf of James Okafor, to opt out of the advice service for ACME401K (401K). ${stays} ${mayISend}`,
    ],
  ],
  [
    'on behalf of somebody: opted out',
    { ...forJames, ...result('done') },
    [
      'The request went through: the service accepted the opt-out of James Okafor for ACME401K (401K).',
      number,
    ],
  ],
  [
    'on behalf of somebody: already out',
    { ...forJames, ...result('alreadyOut') },
    [
      'According to the service, James Okafor had already opted out for ACME401K (401K). Nothing was changed, and there is nothing more to do.',
      number,
    ],
  ],
  [
    'on behalf of somebody: not enrolled',
    { ...forJames, ...result('notEnrolled') },
    [
      'The service shows no enrollment of James Okafor for ACME401K (401K), so there is nothing to opt out of. Nothing was changed.',
      number,
    ],
  ],
  [
    'on behalf of somebody: declined',
    { ...forJames, ...result('declined') },
    [
      'The service did not carry out the request, and nothing has changed for James Okafor.',
      number,
    ],
  ],
  [
    'on behalf of somebody: rejected',
    { ...forJames, ...result('rejected') },
    [
      'The service could not accept the request as I entered it, and nothing has changed for James Okafor. Let me check with you what I entered.',
      number,
    ],
  ],
  [
    'on behalf of somebody: not sent',
    { ...forJames, ...result('notSent') },
    [
      'I could not reach the service, so nothing was sent and nothing has changed for James Okafor. I can try once more, or you can call us again.',
      number,
    ],
  ],
  [
    'on behalf of somebody: in doubt',
    { ...forJames, ...result('inDoubt') },
    [
      'I sent the request for James Okafor, but no confirmation has come back, so I cannot tell you yet whether it went through. I will not send it a second time. What is the best number to reach you once we know?',
      number,
    ],
  ],
  [
    'on behalf of somebody: wrap-up',
    { ...forJames, ...result('done'), ...ended('optedOut') },
    [bye],
  ],
  [
    'deceased: greeting',
    walter,
    [
      'I am very sorry for your loss. May I have the participant number, if you have it at hand, and the full name?',
    ],
  ],
  [
    'deceased: who is calling',
    { ...walter, step: 'identify' },
    [
      'Thank you. May I also have your own name, your phone number, and how you are related to Walter Quill? You do not have to decide anything today.',
    ],
  ],
  [
    'deceased: plans',
    { ...walter, step: 'plans', offered: 1 },
    ['Thank you. I am looking that up now; it will take a moment.'],
  ],
  ['deceased: reason', { ...walter, step: 'reason' }, ['I am noting that Walter Quill has died.']],
  [
    'deceased: read-back',
    { ...walter, step: 'readBack' },
    [
      `Let me read that back. The request is to stop the advice service of Walter Quill for ACME401K (401K). I have noted that Walter Quill has died. ${stays} ${mayISend}`,
    ],
  ],
  [
    'deceased: opted out',
    { ...walter, ...result('done') },
    [
      'The request went through: the service accepted it for ACME401K (401K). Nothing more has to be done about this service.',
      number,
    ],
  ],
  [
    'deceased: opted out of two plans',
    { ...walter, ...two, ...result('done') },
    [
      'The request went through: the service accepted it for ACME401K (401K) and BK-2 (403B). Nothing more has to be done about this service.',
      'The service gave one answer for all of these plans, and did not confirm each one separately.',
      number,
    ],
  ],
  [
    'deceased: already out',
    { ...walter, ...result('alreadyOut') },
    [
      'The service says that it had already stopped managing ACME401K (401K). Nothing was changed, and nothing more has to be done.',
      number,
    ],
  ],
  [
    'deceased: not enrolled',
    { ...walter, ...result('notEnrolled') },
    [
      'The service shows no enrollment of Walter Quill for ACME401K (401K), so there was nothing to stop. Nothing was changed.',
      number,
    ],
  ],
  [
    'deceased: declined',
    { ...walter, ...result('declined') },
    [
      'The service did not carry out the request, and nothing has changed. You do not need to do anything about it today.',
      number,
    ],
  ],
  [
    'deceased: rejected',
    { ...walter, ...result('rejected') },
    [
      'The service could not accept the request as I entered it, and nothing has changed. You do not need to do anything about it today.',
      number,
    ],
  ],
  [
    'deceased: not sent',
    { ...walter, ...result('notSent') },
    [
      'I could not reach the service, so nothing was sent and nothing has changed. You do not need to do anything about it today.',
      number,
    ],
  ],
  [
    'deceased: in doubt',
    { ...walter, ...result('inDoubt') },
    [
      'I sent the request, but no confirmation has come back, so I cannot tell you yet whether it went through. I will not send it a second time. What is the best number to reach you once we know?',
      number,
    ],
  ],
  [
    'deceased: wrap-up',
    { ...walter, ...result('done'), ...ended('optedOut') },
    ['Thank you for calling. Once again, I am very sorry for your loss.'],
  ],
  [
    'deceased: passed to survivor services',
    { ...walter, ...result('done'), ...ended('survivor') },
    ['I will transfer you to survivor services now. Thank you for calling.'],
  ],
]
test.each(states)(
  'in the state “%s” the agent says words that are true',
  (_state, state, words) => {
    expect(said(state)).toEqual(words)
  },
)

const all = states.map(([state, over]) => [state, over, said(over).join(' ')] as const)

test('no state leaves a gap, a placeholder or a double blank in its words', () => {
  for (const [state, , words] of all)
    expect(words, state).not.toMatch(/[{}]|  |undefined|null| [.,]/)
})

test('after a death, and on behalf of somebody, the participant is never addressed', () => {
  for (const [state, { caller = 'participant' }, words] of all) {
    if (caller === 'participant') continue
    expect(words, state).not.toMatch(
      /your (plan|request|number|opt-out|identity)|you (had|opted)|for you\b/i,
    )
    expect(words, state).not.toMatch(/Thank you, (Walter|James)/)
  }
})

describe('a sponsor’s own words', () => {
  const own = (over: Partial<DeskTexts>): DeskTexts => ({ ...defaultTexts, ...over })
  const blank = { scripts: {}, outcomes: {} }

  test('of a reason count from the read-back on, and the general ones where they are empty', () => {
    const fee: DeskReason = {
      code: 'fee',
      text: 'Fee too high',
      means: 'reason',
      needsNote: false,
      notice: '',
      scripts: { readBack: 'Own read-back.', receipt: ' ', plans: 'Never' },
      outcomes: { done: 'Own words.', declined: '' },
    }
    const texts = own({ reasons: [fee] })
    expect(said({ step: 'readBack', reason: fee }, texts)).toEqual(['Own read-back.'])
    expect(said({ ...result('done'), reason: fee }, texts)).toEqual(['Own words.', number])
    expect(said({ ...result('declined'), reason: fee }, texts)).toEqual(said(result('declined')))
    expect(said({ step: 'plans', reason: fee }, texts)).toEqual(said({ step: 'plans' }))
  })

  test('that are empty for another caller are replaced by words for that caller, never by the participant’s', () => {
    const deceased = reasonOf('deceased')
    if (deceased === null) throw new Error('there is no reason for a death')
    const texts = own({ onBehalf: blank, reasons: [{ ...deceased, ...blank }] })
    for (const [state, over, words] of all) {
      const { caller } = over
      if (caller === undefined) continue
      const reason = caller === 'survivor' ? { reason: { ...deceased, ...blank } } : {}
      expect(said({ ...over, ...reason }, texts).join(' '), state).toBe(words)
    }
  })

  test('for a death apply from the greeting on, before a reason is chosen', () => {
    const deceased = reasonOf('deceased')
    if (deceased === null) throw new Error('there is no reason for a death')
    const texts = own({ reasons: [{ ...deceased, scripts: { caller: 'Own greeting.' } }] })
    expect(said({ ...walter, reason: null }, texts)).toEqual(['Own greeting.'])
  })
})

test.each([
  [5, 'a minute'],
  [60, 'a minute'],
  [120, 'two minutes'],
  [130, '3 minutes'],
])('a wait of up to %i seconds is read out as %s', (answerSeconds, most) => {
  expect(said({ step: 'readBack', request: 'sending', answerSeconds }).join()).toContain(
    `It can take up to ${most}.`,
  )
})
