import { orForAll } from './scripts.ts'
import { stepsAfterReason, type DeskReason, type DeskTexts } from './texts.ts'
import { optOutStandingSchema } from '../receipt/standing.ts'

const isForAll = (own: string | undefined, forAll: string): boolean =>
  orForAll(own, forAll).trim() === forAll.trim()

/** The default reason that matches `reason` because it has the same code or the same notice. */
export const deliveredAs = (
  reason: DeskReason,
  delivered: readonly DeskReason[],
): DeskReason | null =>
  delivered.find(({ code }) => code === reason.code) ??
  delivered.find(({ notice }) => notice !== '' && notice === reason.notice) ??
  null

/**
 * Steps and outcomes for which a reason uses the general texts, although the default reason has
 * specific ones.
 */
export const missingWords = (
  { scripts, outcomes }: Pick<DeskTexts, 'scripts' | 'outcomes'>,
  reason: DeskReason,
  delivered: DeskReason | null,
) => {
  if (delivered === null) return null
  const missing = {
    scripts: stepsAfterReason.filter(
      (step) => delivered.scripts[step] && isForAll(reason.scripts[step], scripts[step]),
    ),
    outcomes: optOutStandingSchema.options.filter(
      (standing) =>
        delivered.outcomes[standing] && isForAll(reason.outcomes[standing], outcomes[standing]),
    ),
  }
  return missing.scripts.length + missing.outcomes.length === 0 ? null : missing
}
export type MissingWords = NonNullable<ReturnType<typeof missingWords>>
