import { stepsAfterReason, type DeskReason, type DeskStep, type DeskTexts } from './texts.ts'
import type { OptOutStanding } from '../receipt/standing.ts'

/** Replaces an empty text with the general one. */
export const orForAll = (own: string | undefined, forAll: string): string =>
  own?.trim() ? own : forAll

/**
 * What the agent says while the request is under way; the service's answer must begin within
 * `limit` seconds.
 */
export const waitingScript = (limit: number): string => {
  const minutes = Math.ceil(limit / 60)
  const most = minutes === 1 ? 'a minute' : `${minutes === 2 ? 'two' : minutes} minutes`
  return `I have sent the request and I am waiting for the confirmation. It can take up to ${most}.`
}

/**
 * What the agent says at `step`, in order; at the receipt, the script for the outcome comes first.
 * `standing` is null until something is sent.
 */
export const scriptsFor = (
  texts: Pick<DeskTexts, 'scripts' | 'outcomes'>,
  step: DeskStep,
  reason: DeskReason | null,
  standing: OptOutStanding | null,
): readonly string[] => {
  const later = stepsAfterReason.find((each) => each === step)
  const said = orForAll(
    later === undefined ? undefined : reason?.scripts[later],
    texts.scripts[step],
  )
  if (step !== 'receipt' || standing === null) return [said]
  return [orForAll(reason?.outcomes[standing], texts.outcomes[standing]), said]
}
