import { exactLawOf, lawOf } from './law-of.ts'
import {
  firmYearsSchema,
  lawKinds,
  type ContributionLimits,
  type FirmLaw,
  type FirmYear,
} from './schema.ts'

/** The law for later years from a firm's provisioning file, compared with this version's law. */

/** A later year's figure must be between `least` and `most` times this version's newest figure. */
const reach = { least: 0.5, most: 3 }
/** This figure is not compared, because a yearly change has no usual size; its schema limits it. */
const unmeasured = 'costOfLiving'

interface Odd {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Numbers in `value` that are too far from the number with the same path in `newest`. */
const outOfReach = (
  value: unknown,
  newest: unknown,
  year: number,
  path: readonly PropertyKey[],
): readonly Odd[] => {
  if (typeof newest === 'number') {
    const isWithin =
      typeof value === 'number' && value >= newest * reach.least && value <= newest * reach.most
    const message = `${String(value)} cannot be right, as ${year} has ${newest}`
    return isWithin ? [] : [{ path, message }]
  }
  if (typeof newest !== 'object' || newest === null) return []
  if (Array.isArray(newest) && Array.isArray(value) && value.length < newest.length)
    return [{ path, message: `it ends too early: ${year} has ${newest.length} entries` }]
  const given = new Map(Object.entries(value ?? {}))
  return Object.entries(newest).flatMap(([name, inner]) =>
    name === unmeasured ? [] : outOfReach(given.get(name), inner, year, [...path, name]),
  )
}

const oddLimits = (
  { catchUp, catchUpFrom60To63, simpleCatchUp, simpleCatchUpFrom60To63 }: ContributionLimits,
  path: readonly PropertyKey[],
): readonly Odd[] => {
  const lower = 'it must not be lower than the usual catch-up'
  return [
    ...(catchUpFrom60To63.value < catchUp.value
      ? [{ path: [...path, 'catchUpFrom60To63'], message: lower }]
      : []),
    ...(simpleCatchUpFrom60To63.value < simpleCatchUp.value
      ? [{ path: [...path, 'simpleCatchUpFrom60To63'], message: lower }]
      : []),
  ]
}

const oddYear = ({ year, ...given }: FirmYear, index: number): readonly Odd[] => {
  const named = lawKinds.filter((kind) => given[kind] !== undefined)
  if (named.length === 0) return [{ path: [index], message: `${year} has no kind of law` }]
  return [
    ...named.flatMap((kind) => {
      const newest = lawOf(kind, Number.MAX_SAFE_INTEGER)
      return outOfReach(given[kind], newest.figures, newest.year, [index, kind])
    }),
    ...(given.contributionLimits === undefined
      ? []
      : oddLimits(given.contributionLimits, [index, 'contributionLimits'])),
  ]
}

/**
 * The years in `law` that this version also includes. For these, this version's figures are used,
 * not the firm's.
 */
export const ownYearsIn = (law: FirmLaw): readonly number[] =>
  law.flatMap(({ year, ...given }) =>
    lawKinds.some((kind) => given[kind] !== undefined && exactLawOf(kind, year) !== undefined)
      ? [year]
      : [],
  )

/**
 * The years of a firm's law. Each year appears once and has at least one kind of law. A figure far
 * from this version's newest is refused, because a wrong figure would silently allow or forbid what
 * the law does not.
 */
export const firmLawSchema = firmYearsSchema
  .superRefine((years, context) => {
    years.forEach((each, index) => {
      const isRepeated = years.findIndex(({ year }) => year === each.year) < index
      const twice = { path: [index, 'year'], message: `${each.year} is there twice` }
      for (const { path, message } of [...(isRepeated ? [twice] : []), ...oddYear(each, index)])
        context.addIssue({ code: 'custom', path: [...path], message })
    })
  })
  .readonly()
