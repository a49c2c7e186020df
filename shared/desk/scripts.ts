import {
  stepsAfterReason,
  type DeskReason,
  type DeskStep,
  type DeskTexts,
  type OptOutStanding,
} from './texts.ts'

/** An empty text falls back to the one for every reason. */
const orForAll = (own: string | undefined, forAll: string): string =>
  own === undefined || own.trim() === '' ? forAll : own

/**
 * The agent's words at `step`, in order. A known reason may have its own; at the receipt the words for the standing
 * come first. `standing` is null until something is sent.
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
