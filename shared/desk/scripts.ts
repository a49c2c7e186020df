import {
  stepsAfterReason,
  type DeskReason,
  type DeskStep,
  type DeskTexts,
  type OptOutStanding,
} from './texts.ts'

/** An empty text is none: what is said for every reason counts. */
const orForAll = (own: string | undefined, forAll: string): string =>
  own === undefined || own.trim() === '' ? forAll : own

/**
 * What the agent says at `step`, in order. A reason may have words of its own once it is known; at the receipt the words
 * for how the opt-out stands come first. `standing` is null while nothing was sent.
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
