import type { DeskReason, DeskTexts } from '#shared/desk/texts.ts'

const deceasedNotice = [
  'Do not discuss balances, investments or who inherits, and do not ask the caller to decide anything today.',
  'Ask for the name and telephone number of the person who handles the estate, and write both in the note.',
  'Then pass the call to survivor services. Opt out only when the plan sponsor’s rules tell you to.',
].join(' ')

/** A reason that has no scripts. A reason with a notice also needs a note. */
const reason = (code: string, text: string, notice = ''): DeskReason => ({
  code,
  text,
  needsNote: notice !== '',
  notice,
  scripts: {},
  outcomes: {},
})

const ending =
  (unsent: boolean) =>
  (code: string, text: string, needsNote = false) => ({
    code,
    text,
    needsNote,
    unsent,
  })
const sent = ending(false)
const unsent = ending(true)

const readBack = (request: string): string =>
  `Let me read that back. ${request} ` +
  'The reason I have noted is: {reason}. The account and its investments stay in the plan; ' +
  'the service stops managing them. Is all of that correct, and shall I send it now?'

/** Texts for a caller who is not the participant, so they never say “your” plan. */
const afterDeath: Pick<DeskReason, 'scripts' | 'outcomes'> = {
  scripts: {
    readBack: readBack('The request is to opt out {firstName} {lastName} for {plans}.'),
    receipt: 'The number of this request is {receiptNumber}. Would you like to write it down?',
    wrapUp: 'I will pass your call to survivor services now. Thank you for calling.',
  },
  outcomes: {
    done: 'The request was carried out. The service no longer manages {plans}. Nothing more has to be done about the service.',
    alreadyOut:
      'The service had already stopped managing {plans}, so nothing was changed and nothing more has to be done.',
    notEnrolled:
      'The service has no enrollment for {plans} under this number, so there was nothing to stop.',
    declined:
      'The service did not carry out the request, and nothing has changed. ' +
      'I will pass it on; you need not do anything about it.',
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
    { ...reason('deceased', 'Deceased', deceasedNotice), ...afterDeath },
    reason('other', 'Other', 'Say in the note what the reason is.'),
    reason('none', 'No reason given'),
  ],
  dispositions: [
    sent('optedOut', 'Opted out as asked'),
    sent('nothingToDo', 'Nothing to do: already out or not enrolled'),
    sent('refused', 'Not carried out; caller knows what happens next', true),
    sent('followUp', 'To be checked; call-back promised', true),
    sent('survivor', 'Passed to survivor services', true),
    unsent('notIdentified', 'Caller not identified'),
    unsent('changedMind', 'Changed their mind'),
    unsent('transferred', 'Transferred to somebody else', true),
    unsent('survivorUnsent', 'Passed to survivor services', true),
    unsent('information', 'Wanted information only'),
    unsent('lost', 'Call was cut off'),
    unsent('cannotSend', 'Could not be sent; call-back promised', true),
  ],
  scripts: {
    caller:
      'Thank you for calling. My name is [your name], and this call is recorded. ' +
      'May I have your participant number, and your first and last name?',
    identify:
      'Thank you, {firstName}. Before I can change anything I have to make sure that I am speaking with the right person. ' +
      'I will ask you a few questions.',
    plans:
      'Which of your plans would you like to leave the advice service for: ' +
      'one, several, or all of them?',
    reason:
      'May I note down why? It makes no difference to your request, and you need not say. ' +
      'I cannot advise you on whether to stay or to leave.',
    readBack: readBack('The request is for {firstName} {lastName}, to opt out for {plans}.'),
    receipt: 'The number of your request is {receiptNumber}. Would you like to write it down?',
    wrapUp:
      'Is there anything else about this request? Thank you for calling, and have a good day.',
  },
  outcomes: {
    done: 'Your request was carried out. You are opted out for {plans}.',
    alreadyOut:
      'You had already opted out for {plans}, so nothing was changed and nothing more has to be done.',
    notEnrolled:
      'The service has no enrollment for {plans} under your number, so there is nothing to opt out of. ' +
      'If you expected one, I can have that looked into.',
    declined:
      'The service did not carry out the request, and nothing has changed. ' +
      'I will pass it on, and somebody will tell you what happens next.',
    rejected:
      'The service could not take the request as it was written, and nothing has changed. ' +
      'Let me check with you what I have entered.',
    notSent:
      'I could not reach the service, so nothing was sent and nothing has changed. ' +
      'I can try once more, or we call you back.',
    inDoubt:
      'I have sent your request, and the confirmation has not come back. I will not send it a second time. ' +
      'We will find out whether it was carried out, and let you know.',
  },
}
