import { contributionLimits2025 } from './contribution-limits/2025.ts'
import { contributionLimits2026 } from './contribution-limits/2026.ts'
import { federalTax2025 } from './federal-tax/2025.ts'
import { federalTax2026 } from './federal-tax/2026.ts'
import { requiredDistributions2025 } from './required-distributions/2025.ts'
import { requiredDistributions2026 } from './required-distributions/2026.ts'
import type { FirmLaw, LawKinds } from './schema.ts'
import { socialSecurity2025 } from './social-security/2025.ts'
import { socialSecurity2026 } from './social-security/2026.ts'

type Kind = keyof LawKinds
interface OfYear<K extends Kind> {
  readonly year: number
  readonly figures: LawKinds[K]
  /** True if the law is from the firm's provisioning file, not from this version. */
  readonly isFirms: boolean
}

const years = <Figures>(byYear: Readonly<Record<number, Figures>>) =>
  Object.entries(byYear).map(([year, figures]) => ({
    year: Number(year),
    figures,
    isFirms: false,
  }))

/** Every year that this version includes, ascending. */
const ofProgram: { readonly [K in Kind]: readonly OfYear<K>[] } = {
  contributionLimits: years({ 2025: contributionLimits2025, 2026: contributionLimits2026 }),
  socialSecurity: years({ 2025: socialSecurity2025, 2026: socialSecurity2026 }),
  federalTax: years({ 2025: federalTax2025, 2026: federalTax2026 }),
  requiredDistributions: years({
    2025: requiredDistributions2025,
    2026: requiredDistributions2026,
  }),
}

/** The newest year for which this version has limits. */
export const newestLawYear = Math.max(...ofProgram.contributionLimits.map(({ year }) => year))

type Figures = { readonly [K in Kind]?: LawKinds[K] | undefined }

const ofFirm = <K extends Kind>(kind: K, firm: FirmLaw): readonly OfYear<K>[] =>
  firm.flatMap(({ year, ...kinds }) => {
    const own: Figures = kinds
    const figures = own[kind]
    return figures === undefined ? [] : [{ year, figures, isFirms: true }]
  })

/**
 * The law used for a calendar year: that year's own law, otherwise the newest before it, otherwise
 * the earliest.
 */
export interface Law<K extends Kind> extends OfYear<K> {
  /** The calendar year that the law is used for. */
  readonly usedFor: number
}

/**
 * The law of `kind` for the calendar year `usedFor`. `firm` adds years that this version does not
 * include; it never replaces one that this version includes.
 */
export const lawOf = <K extends Kind>(kind: K, usedFor: number, firm: FirmLaw = []): Law<K> => {
  const own = ofProgram[kind]
  const all: readonly OfYear<K>[] =
    firm.length === 0
      ? own
      : [
          ...own,
          ...ofFirm(kind, firm).filter(({ year }) => own.every((each) => each.year !== year)),
        ].toSorted((a, b) => a.year - b.year)
  const found = all.findLast(({ year }) => year <= usedFor) ?? all[0]
  if (found === undefined) throw new RangeError(`no law of ${kind}`)
  return { ...found, usedFor }
}

/** The law of `kind` for exactly this year; undefined if neither this version nor `firm` has it. */
export const exactLawOf = <K extends Kind>(
  kind: K,
  year: number,
  firm: FirmLaw = [],
): LawKinds[K] | undefined => {
  const isThen = (each: OfYear<K>) => each.year === year
  return (ofProgram[kind].find(isThen) ?? ofFirm(kind, firm).find(isThen))?.figures
}

/**
 * Says which year the law is from, with `what` in the plural: `2026 limits`, `2026 limits; 2027’s
 * are not in this version`, or `2027 limits, from your firm`.
 */
export const lawWords = (
  { year, usedFor, isFirms }: Pick<Law<Kind>, 'year' | 'usedFor' | 'isFirms'>,
  what: string,
): string =>
  [
    `${year} ${what}`,
    isFirms ? ', from your firm' : '',
    year === usedFor ? '' : `; ${usedFor}’s are not in this version`,
  ].join('')

export const limitsWords = (law: Pick<Law<'contributionLimits'>, 'year' | 'usedFor' | 'isFirms'>) =>
  lawWords(law, 'limits')
