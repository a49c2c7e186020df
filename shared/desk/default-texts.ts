import type { OptOutStanding } from '../receipt/standing.ts'
import type { DeskReason, DeskStep, DeskTexts } from './texts.ts'

const deceasedNotice = [
  'Do not discuss balances, investments or who inherits, and do not ask the caller to decide anything today.',
  'Ask for the name and telephone number of the person who handles the estate, and write both in the note.',
  'Then pass the call to survivor services. Opt out only when the plan sponsor’s rules tell you to.',
].join(' ')

/** A reason that has no scripts. A reason with a notice also needs a note. */
const reason = (
  code: string,
  text: string,
  notice = '',
  means: DeskReason['means'] = 'reason',
): DeskReason => ({
  code,
  text,
  means,
  needsNote: notice !== '',
  notice,
  scripts: {},
  outcomes: {},
})

type Disposition = DeskTexts['dispositions'][number]
const ending =
  (unsent: boolean) =>
  (code: string, text: string, over: Partial<Disposition> = {}): Disposition => ({
    code,
    text,
    needsNote: false,
    unsent,
    ...over,
  })
const sent = ending(false)
const unsent = ending(true)

const stays = 'The savings stay where they are; the service just stops managing them.'
const mayISend = 'Is that correct, and shall I send it now?'
const giveNumber = 'The reference number is {receiptNumber}. Would you like to write it down?'
const unknownYet =
  'but no confirmation has come back, so I cannot tell you yet whether it went through. ' +
  'I will not send it a second time. What is the best number to reach you once we know?'

/** Words for a caller who is not the participant; complete, because the general words would be wrong. */
interface AllWords {
  readonly scripts: Readonly<Record<DeskStep, string>>
  readonly outcomes: Readonly<Record<OptOutStanding, string>>
}

export const onBehalfWords: AllWords = {
  scripts: {
    caller:
      'May I have the participant number and the full name of the person you are calling for?',
    identify:
      'Thank you. May I have your own name, your phone number, and how you are related to {name}? ' +
      'Before I make any changes, I have to verify that you may act for {name}. I will ask you a few questions.',
    plans:
      'For which of the plans would you like to stop the advice service: one, some, or all of them?',
    reason:
      'May I note a reason? You do not have to give one, and it makes no difference to the request. ' +
      'I cannot advise you on whether {name} should stay or leave.',
    readBack:
      'Let me read that back to you. You are asking, on behalf of {name}, to opt out of the advice service for {plans}. ' +
      `The reason I have is: {reason}. ${stays} ${mayISend}`,
    receipt: giveNumber,
    wrapUp:
      'Is there anything else about this request? Thank you for calling, and have a good day.',
  },
  outcomes: {
    done: 'The request went through: the service accepted the opt-out of {name} for {plans}.',
    alreadyOut:
      'According to the service, {name} had already opted out for {plans}. Nothing was changed, and there is nothing more to do.',
    notEnrolled:
      'The service shows no enrollment of {name} for {plans}, so there is nothing to opt out of. Nothing was changed.',
    declined: 'The service did not carry out the request, and nothing has changed for {name}.',
    rejected:
      'The service could not accept the request as I entered it, and nothing has changed for {name}. ' +
      'Let me check with you what I entered.',
    notSent:
      'I could not reach the service, so nothing was sent and nothing has changed for {name}. ' +
      'I can try once more, or you can call us again.',
    inDoubt: `I sent the request for {name}, ${unknownYet}`,
  },
}

/** After a death no word says “you” or “your” about the plan, or asks the caller to decide anything. */
export const survivorWords: AllWords = {
  scripts: {
    caller:
      'I am very sorry for your loss. May I have the participant number, if you have it at hand, and the full name?',
    identify:
      'Thank you. May I also have your own name, your phone number, and how you are related to {name}? ' +
      'You do not have to decide anything today.',
    plans: 'Thank you. I am looking that up now; it will take a moment.',
    reason: 'I am noting that {name} has died.',
    readBack:
      'Let me read that back. The request is to stop the advice service of {name} for {plans}. ' +
      `I have noted that {name} has died. ${stays} ${mayISend}`,
    receipt: giveNumber,
    wrapUp: 'Thank you for calling. Once again, I am very sorry for your loss.',
  },
  outcomes: {
    done: 'The request went through: the service accepted it for {plans}. Nothing more has to be done about this service.',
    alreadyOut:
      'The service says that it had already stopped managing {plans}. Nothing was changed, and nothing more has to be done.',
    notEnrolled:
      'The service shows no enrollment of {name} for {plans}, so there was nothing to stop. Nothing was changed.',
    declined:
      'The service did not carry out the request, and nothing has changed. You do not need to do anything about it today.',
    rejected:
      'The service could not accept the request as I entered it, and nothing has changed. You do not need to do anything about it today.',
    notSent:
      'I could not reach the service, so nothing was sent and nothing has changed. You do not need to do anything about it today.',
    inDoubt: `I sent the request, ${unknownYet}`,
  },
}

/** The default texts, version 0: short enough to read aloud, without advice and without pressure to stay. */
export const defaultTexts: DeskTexts = {
  checks: [
    { id: 'birth', text: 'Date of birth' },
    { id: 'ssn4', text: 'Last four digits of the Social Security number' },
    { id: 'address', text: 'Street address and ZIP code' },
    { id: 'employer', text: 'Employer that sponsors the plan' },
    { id: 'phone', text: 'Telephone number on file' },
    { id: 'phrase', text: 'Security phrase, if one was set' },
  ],
  checksNeeded: 3,
  reasons: [
    reason('fee', 'Fee too high'),
    reason('own', 'Prefers own choice'),
    reason('target', 'Moving to a target-date fund'),
    reason('leaving', 'Leaving employer or rolling over'),
    reason('mistake', 'Enrolled by mistake'),
    {
      ...reason('unclear', 'Did not understand the service'),
      notice: 'Answer what the caller asks about the service. Opting out does not depend on it.',
    },
    reason(
      'complaint',
      'Service complaint',
      'Write down the complaint in the caller’s own words. It is handled on its own; opting out does not settle it.',
    ),
    { ...reason('deceased', 'Deceased', deceasedNotice, 'death'), ...survivorWords },
    reason('other', 'Other', 'Say in the note what the reason is.'),
    reason('none', 'No reason given', '', 'none'),
  ],
  dispositions: [
    sent('optedOut', 'Opted out as asked'),
    sent('nothingToDo', 'Nothing to do: already out or not enrolled'),
    sent('refused', 'Not carried out; caller knows what happens next', { needsNote: true }),
    sent('followUp', 'To be checked; call-back promised', {
      needsNote: true,
      says: 'We will call you back at the number you gave me. Thank you for calling.',
    }),
    sent('survivor', 'Passed to survivor services', {
      needsNote: true,
      says: 'I will transfer you to survivor services now. Thank you for calling.',
    }),
    unsent('notIdentified', 'Caller not identified', {
      says:
        'I am sorry, but I was not able to verify your identity, so I cannot make any changes. ' +
        'Please call again once you have the information at hand. Thank you for calling.',
    }),
    unsent('changedMind', 'Changed their mind', {
      says: 'All right. I have not sent anything, so nothing changes. Thank you for calling, and have a good day.',
    }),
    unsent('transferred', 'Transferred to somebody else', {
      needsNote: true,
      says: 'I have not sent anything, so nothing has changed. I will transfer you now. Thank you for calling.',
    }),
    unsent('survivorUnsent', 'Passed to survivor services', {
      needsNote: true,
      says: 'I have not sent anything. I will transfer you to survivor services now. Thank you for calling.',
    }),
    unsent('information', 'Wanted information only', {
      says: 'I have not sent anything, so nothing has changed. Thank you for calling, and have a good day.',
    }),
    unsent('lost', 'Call was cut off', { says: '' }),
    unsent('cannotSend', 'Could not be sent; call-back promised', {
      needsNote: true,
      says:
        'I could not send the request, so nothing has changed. ' +
        'We will call you back at the number you gave me. Thank you for calling.',
    }),
  ],
  scripts: {
    caller:
      'Thank you for calling. My name is [your name], and this call may be recorded. ' +
      'May I have your participant number and your full name?',
    identify:
      'Thank you, {firstName}. Before I make any changes, I have to verify your identity. I will ask you a few questions.',
    plans:
      'For which of your plans would you like to stop the advice service: one, some, or all of them?',
    reason:
      'May I note a reason? You do not have to give one, and it makes no difference to your request. ' +
      'I cannot advise you on whether to stay or to leave.',
    readBack:
      'Let me read that back to you, under the name {name}. You are asking to opt out of the advice service for {plans}. ' +
      `The reason I have is: {reason}. ${stays} ${mayISend}`,
    receipt: giveNumber,
    wrapUp:
      'Is there anything else about this request? Thank you for calling, and have a good day.',
  },
  outcomes: {
    done: 'Your request went through: the service accepted your opt-out for {plans}.',
    alreadyOut:
      'According to the service, you had already opted out for {plans}. Nothing was changed, and there is nothing more to do.',
    notEnrolled:
      'The service shows no enrollment for {plans} under your number, so there is nothing to opt out of. Nothing was changed.',
    declined: 'The service did not carry out your request, and nothing has changed for you.',
    rejected:
      'The service could not accept the request as I entered it, and nothing has changed for you. ' +
      'Let me check with you what I entered.',
    notSent:
      'I could not reach the service, so nothing was sent and nothing has changed. ' +
      'I can try once more, or you can call us again.',
    inDoubt: `I sent your request, ${unknownYet}`,
  },
  onBehalf: onBehalfWords,
}
