import type { CallerKind } from '../desk-call.ts'
import type { Settled } from '../records/receipt.ts'
import type { OptOutStanding } from '../receipt/standing.ts'
import { onBehalfWords, survivorWords } from './default-texts.ts'
import { fillIn, type PlaceholderValues, type ScriptPiece } from './placeholders.ts'
import { spokenPlans, type SpokenPlan } from './spoken-plans.ts'
import {
  stepsAfterReason,
  type DeskDisposition,
  type DeskReason,
  type DeskStep,
  type DeskTexts,
  type OwnWords,
} from './texts.ts'

/** What is known of an earlier opt-out of the same person for one of these plans. */
export interface EarlierLike {
  /** `unknown`: what was sent then can no longer be told. */
  readonly became: Exclude<OptOutStanding, 'notSent'> | 'unknown'
  /** ISO 8601. */
  readonly sentAt: string
}

/** Everything that decides what the agent says. */
export interface CallState {
  readonly step: DeskStep
  readonly caller: CallerKind
  readonly firstName: string
  readonly lastName: string
  /** The chosen plans. */
  readonly plans: readonly SpokenPlan[]
  /** How many plans are known to choose from. */
  readonly offered: number
  readonly reason: DeskReason | null
  /** The reason as it is sent. */
  readonly reasonSent: string
  readonly environment: string
  readonly earlier: EarlierLike | null
  /** Of the request that is read back; before that step it does not matter. */
  readonly request: 'preparing' | 'ready' | 'sending'
  /** How long the service may take to answer, in seconds. */
  readonly answerSeconds: number
  readonly result: {
    readonly standing: OptOutStanding
    /** How a person settled it; otherwise null. */
    readonly settled: Pick<Settled, 'wentThrough'> | null
    readonly receiptNumber: string
    /** True if the service said why. */
    readonly isExplained: boolean
  } | null
  /** True for a call that the end of the program cut off. */
  readonly resumed: boolean
  readonly disposition: DeskDisposition | null
}

const orElse = (own: string | undefined, otherwise: string): string =>
  own?.trim() ? own : otherwise

const deathReasonIn = ({ reasons }: DeskTexts): DeskReason | undefined =>
  reasons.find(({ means }) => means === 'death')

/** The texts for the caller, and those where they are empty: words for a participant suit nobody else. */
const wordsFor = (
  texts: DeskTexts,
  { caller, reason }: Pick<CallState, 'caller' | 'reason'>,
): readonly [own: OwnWords | undefined, otherwise: Pick<DeskTexts, 'scripts' | 'outcomes'>] => {
  if (caller === 'onBehalf') return [texts.onBehalf, onBehalfWords]
  if (caller === 'survivor')
    return [reason?.means === 'death' ? reason : deathReasonIn(texts), survivorWords]
  return [reason?.means === 'death' ? undefined : (reason ?? undefined), texts]
}

/** The script of a step for the caller. A reason's own words count once the reason is known. */
const scriptOf = (texts: DeskTexts, call: CallState, step: DeskStep): string => {
  const [own, otherwise] = wordsFor(texts, call)
  const isKnown = call.caller !== 'participant' || stepsAfterReason.some((each) => each === step)
  return orElse(isKnown ? own?.scripts[step] : undefined, otherwise.scripts[step])
}

const dayInWords = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/** What is said of an earlier request before this one is read back; empty if that says nothing. */
const earlierWords: Readonly<Record<EarlierLike['became'], (day: string) => string>> = {
  done: (day) => `A request like this one already went through on ${day}.`,
  alreadyOut: (day) => `On ${day}, the service told us that this opt-out was already in place.`,
  notEnrolled: (day) => `On ${day}, the service told us that it had no enrollment to opt out of.`,
  declined: (day) => `On ${day}, the service did not carry out a request like this one.`,
  rejected: (day) => `On ${day}, the service did not accept a request like this one.`,
  inDoubt: (day) =>
    `A request like this one was sent on ${day}, and no confirmation has come back. ` +
    'I cannot send another one before we know whether it went through. What is the best number to reach you?',
  unknown: (day) => `A request like this one may already have been sent on ${day}.`,
}

/** What the agent says while the service works; its answer must begin within `limit` seconds. */
const waiting = (limit: number): string => {
  const minutes = Math.ceil(limit / 60)
  const most = minutes <= 1 ? 'a minute' : `${minutes === 2 ? 'two' : minutes} minutes`
  return `I am sending the request now and waiting for the confirmation. It can take up to ${most}.`
}

const preparing = 'One moment, please.'
const onePlan = 'I see one plan here: {plans}. Is that the one you are calling about?'
const oneAnswer =
  'The service gave one answer for all of these plans, and did not confirm each one separately.'
const canRead = 'I can read you what it answered.'
const ifStillThere = '[Only if the caller is still on the line:]'
const nothingSent = 'I have not sent anything, so nothing has changed.'

/** Results that the service gives for all plans at once. */
const forAllPlans: readonly OptOutStanding[] = ['done', 'alreadyOut', 'notEnrolled']

const resultWords = (
  texts: DeskTexts,
  call: CallState,
  { standing, settled, isExplained }: NonNullable<CallState['result']>,
): readonly string[] => {
  if (settled !== null)
    return [`We have checked: the request ${settled.wentThrough ? 'went' : 'did not go'} through.`]
  const [own, otherwise] = wordsFor(texts, call)
  return [
    orElse(own?.outcomes[standing], otherwise.outcomes[standing]),
    ...(call.plans.length > 1 && forAllPlans.includes(standing) ? [oneAnswer] : []),
    ...(standing === 'declined' && isExplained ? [canRead] : []),
  ]
}

const toldResult = (...[texts, call, result]: Parameters<typeof resultWords>) => [
  ...resultWords(texts, call, result),
  scriptOf(texts, call, 'receipt'),
]

const readBackWords = (texts: DeskTexts, call: CallState): readonly string[] => {
  if (call.request !== 'ready') return [preparing]
  const { earlier } = call
  if (earlier === null) return [scriptOf(texts, call, 'readBack')]
  const before = earlierWords[earlier.became](dayInWords(earlier.sentAt))
  return earlier.became === 'inDoubt' ? [before] : [before, scriptOf(texts, call, 'readBack')]
}

const wrapUpWords = (texts: DeskTexts, call: CallState): readonly string[] => {
  const { result, resumed, disposition } = call
  const last = disposition?.says
  if (result === null) {
    if (disposition === null) return [nothingSent]
    return [last ?? `${nothingSent} Thank you for calling.`]
  }
  return [
    ...(resumed ? [ifStillThere, ...toldResult(texts, call, result)] : []),
    last ?? scriptOf(texts, call, 'wrapUp'),
  ]
}

const scriptsOf = (texts: DeskTexts, call: CallState): readonly string[] => {
  const { step, request, result, resumed, offered, plans } = call
  if (request === 'sending') return [waiting(call.answerSeconds)]
  if (step === 'readBack') return readBackWords(texts, call)
  if (step === 'wrapUp') return wrapUpWords(texts, call)
  if (step === 'receipt' && result !== null)
    return [...(resumed ? [ifStillThere] : []), ...toldResult(texts, call, result)]
  const isOnlyPlan = offered === 1 && plans.length === 1 && call.caller !== 'survivor'
  return [step === 'plans' && isOnlyPlan ? onePlan : scriptOf(texts, call, step)]
}

const valuesOf = (call: CallState): PlaceholderValues => {
  const [first, last] = [call.firstName.trim(), call.lastName.trim()]
  const names = [first, last].filter((name) => name !== '')
  return {
    name: names.join(' '),
    firstName: first || last,
    lastName: names.length === 1 ? null : last,
    plans: spokenPlans(call.plans),
    reason: call.reasonSent.trim(),
    environment: call.environment,
    receiptNumber: call.result?.receiptNumber ?? '',
  }
}

/** The sentence around a reason that nobody gave. */
const aboutReason = /[^.!?\n]*\{reason\}[^.!?\n]*[.!?]?/g

const isUnsaid = ({ reason, reasonSent }: CallState): boolean =>
  reason?.means === 'none' && (reasonSent.trim() === reason.text || reasonSent.trim() === '')

/** What the agent says in this state of the call, in paragraphs; none if there is nothing to say. */
export const whatToSay = (
  texts: DeskTexts,
  call: CallState,
): readonly (readonly ScriptPiece[])[] => {
  const values = valuesOf(call)
  return scriptsOf(texts, call)
    .map((script) => (isUnsaid(call) ? script.replace(aboutReason, '') : script))
    .filter((script) => script.trim() !== '')
    .map((script) => fillIn(script, values))
}
