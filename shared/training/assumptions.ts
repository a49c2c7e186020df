import { lawOf } from '../law/law-of.ts'
import type { FirmLaw } from '../law/schema.ts'
import { figureWords } from '../savings/figures.ts'

/** Training's note on an answer that was asked to leave Social Security out. */
export const leftOutNote = 'Social Security is left out, as asked.'

/** How Training reads a pension's amount. */
export const pensionRule =
  'Training reads a pension as dollars of its first year and brings it to today’s prices at 2.4% a year. From then on it keeps up with prices only if it rises with the cost of living.'

const latest = Number.MAX_SAFE_INTEGER

const inDollars = (dollars: number | null) => figureWords({ dollars }).replace(/ a year$/, '')

const eachYears = ({ year, isFirms }: { readonly year: number; readonly isFirms: boolean }) =>
  `each year’s own, the newest those of ${year}${isFirms ? ', from your firm' : ''}`

const newestLaws = (firmLaw: FirmLaw) => ({
  limits: lawOf('contributionLimits', latest, firmLaw),
  benefits: lawOf('socialSecurity', latest, firmLaw),
  tax: lawOf('federalTax', latest, firmLaw),
  distributions: lawOf('requiredDistributions', latest, firmLaw),
})

/** A sentence about the newest years of law that an answer computes with, to keep with that answer. */
export const lawNote = (firmLaw: FirmLaw): string => {
  const { limits, benefits, tax, distributions } = newestLaws(firmLaw)
  const year = ({
    year: newest,
    isFirms,
  }: typeof limits | typeof benefits | typeof tax | typeof distributions) =>
    `${newest}${isFirms ? ' (from your firm)' : ''}`
  return `The newest years of law in these figures: limits of savings ${year(limits)}, Social Security ${year(benefits)}, federal tax ${year(tax)}, required distributions ${year(distributions)}.`
}

/**
 * The assumptions and omissions behind the training service's figures, for a reader. They name the years of law that
 * the figures use, including the firm's, and its amounts; with null they name neither, because a saved answer may have
 * used others. The engine's README has the details.
 */
export const trainingAssumptions = (firmLaw: FirmLaw | null) => {
  const { limits, benefits, tax, distributions } = newestLaws(firmLaw ?? [])
  const byLaw = (sentence: string) => (firmLaw === null ? [] : [sentence])
  const senior = tax.figures.seniorDeduction.value
  return [
    {
      title: 'Figures',
      sentences: [
        'All amounts are at today’s prices. Prices grow by 2.4% a year, wages by 3.5%.',
        'The sustainable income is a year’s, after federal tax, and lasts through age 95. Income by source includes that tax as a negative source, so its sources add up to the income.',
        'Markets are simulated from published assumptions of 2025. They are no forecast of any fund.',
      ],
    },
    {
      title: 'Retirement',
      sentences: [
        'The current strategy retires at 65, or next year for somebody older who still works, whatever age is requested. Revised retires at the requested age.',
        'Social Security is claimed at retirement, from 62 to 70, and estimated from the salary by the published method.',
        ...byLaw(`Its amounts are ${eachYears(benefits)}; later they follow wages and prices.`),
        pensionRule,
        ...byLaw(`The rules of required distributions are ${eachYears(distributions)}.`),
      ],
    },
    {
      title: 'Federal tax',
      sentences: [
        ...byLaw(
          `Brackets and deductions are ${eachYears(tax)}; later they follow prices. From 65 on there is a further deduction of ${inDollars(senior.amount)} up to ${senior.lastYear}, less ${senior.lessPercent}% of income above ${inDollars(senior.above.single)}, or ${inDollars(senior.above.joint)} for a joint return.`,
        ),
        'A married participant files jointly, and a head of household files as one.',
        'The file has no age of a spouse, so a spouse counts as under 65: the deductions from 65 on count for the participant alone. With a spouse of 65 or more the tax would be lower.',
      ],
    },
    {
      title: 'Savings',
      sentences: [
        ...byLaw(`The limits are ${eachYears(limits)}; later they follow prices.`),
        'Ages count by the end of each calendar year. 401(k), 403(b) and SIMPLE plans share the limit for deferrals, a 457(b) has its own.',
        ...byLaw(
          `Above ${inDollars(limits.figures.rothCatchUpWages.value)} of pay in the year before, catch-up contributions go in as Roth.`,
        ),
        'Every plan is assumed to offer Roth catch-up and the higher catch-up of ages 60 to 63, and every 457(b) to be governmental.',
      ],
    },
    {
      title: 'Advice',
      sentences: [
        'Each account gets one target-date fund of the right year or at most eight funds, in bands for the age. What is within wider bands stays.',
        'Locked funds, brokerage windows and annuities that are already held are not traded. The bands are this project’s own.',
        'Over 55, an annuity (GMWB) of at least $10,000 may be recommended beside the funds. No income counts it.',
      ],
    },
    {
      title: 'Left out',
      sentences: [
        'The earnings test of Social Security, for people who claim before full retirement age and still work.',
        'State tax and local tax. Savings outside plans lose half a percent a year to tax instead.',
        'The spouse’s and the survivor’s benefit of Social Security, and the spouse’s savings: the file says nothing of a spouse’s age or earnings.',
        'The 15-year catch-up of a 403(b) and the final-three-years catch-up of a 457(b): they need years of service and limits not used before.',
        'The higher limits that the SIMPLE plans of small employers may have.',
        'The income limits for Roth IRAs and for deducting IRA contributions.',
      ],
    },
  ]
}
