import type { EnrollInputs } from '../express/requests.ts'
import type { ForecastReading, SavingsRateDetailReading, Strategy } from '../express/reading.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import type { SavedForecast } from '../records/saved.ts'
import { numbered } from '../text/file-name.ts'
import { identifiersOfForecast } from './mask.ts'
import { maskerFor, maskIdentifier } from './masker.ts'

/**
 * Masks the identifiers in forecasts in the fields for accounts and plans, before figures are
 * computed. So amounts, ages and arithmetic stay intact, even if a participant's id is `65`.
 */

/** True if a text can only be an identifier; a shorter one may be an amount, an age or a word. */
const isUnmistakable = (identifier: string) => {
  const letters = identifier.replace(/[^\p{L}\p{N}]/gu, '')
  return letters.length >= 6 || (/\p{L}/u.test(letters) && /\p{N}/u.test(letters))
}

type Hide = (identifier: string) => string

const readingWith = (reading: ForecastReading, hide: Hide): ForecastReading => {
  const inAccountId = <T extends { readonly accountId: string }>(each: T): T => ({
    ...each,
    accountId: hide(each.accountId),
  })
  const inAccount = <T extends { readonly account: string }>(each: T): T => ({
    ...each,
    account: hide(each.account),
  })
  const inPlanId = <T extends { readonly planId: string }>(each: T): T => ({
    ...each,
    planId: hide(each.planId),
  })
  const inRates = (rates: readonly SavingsRateDetailReading[]) =>
    rates.map((each) => ({ ...inAccount(each), components: each.components.map(inPlanId) }))
  const inStrategy = (strategy: Strategy): Strategy => ({
    ...strategy,
    percentiles: strategy.percentiles.map((each) => ({
      ...each,
      incomeSources: each.incomeSources.map(inAccount),
      accountBalance: each.accountBalance.map(inAccount),
    })),
    advisableMixes: strategy.advisableMixes.map(inAccountId),
    otherMixes: strategy.otherMixes.map((each) => ({ ...each, id: hide(each.id) })),
    investmentSelections: strategy.investmentSelections.map(inAccountId),
    balanceHistory: strategy.balanceHistory.map(inAccountId),
    savingsRateDetail: inRates(strategy.savingsRateDetail),
    accountSavingsRateDetail: inRates(strategy.accountSavingsRateDetail),
    socialSecurity: strategy.socialSecurity.map(inAccount),
  })
  return {
    ...reading,
    strategies: reading.strategies.map(inStrategy),
    accountMappings: reading.accountMappings.map((each) => inPlanId(inAccountId(each))),
  }
}

const profileWith = (profile: ParticipantProfile, hide: Hide): ParticipantProfile => ({
  ...profile,
  userId: hide(profile.userId),
  accounts: profile.accounts.map((each) => ({ ...each, planId: hide(each.planId) })),
  contributions: profile.contributions.map((each) => ({ ...each, planId: hide(each.planId) })),
})

const inputsWith = <I extends EnrollInputs>(inputs: I, hide: Hide): I =>
  inputs.SavingsRateDetails === undefined
    ? inputs
    : {
        ...inputs,
        SavingsRateDetails: inputs.SavingsRateDetails.map((each) =>
          each.PlanId === undefined ? each : { ...each, PlanId: hide(each.PlanId) },
        ),
      }

/**
 * Makes masks for one person's forecasts. Different accounts keep different names, and an account
 * has the same name in every forecast. `text` masks text that people and the service wrote, but
 * only identifiers that cannot be an amount, an age or a word.
 */
export const forecastMasks = (forecasts: readonly Pick<SavedForecast, 'subject' | 'reading'>[]) => {
  const identifiers = [...new Set(forecasts.flatMap(identifiersOfForecast))].filter(
    (each) => each !== '',
  )
  const hidden = numbered(identifiers.map(maskIdentifier))
  const names = new Map(identifiers.map((each, index) => [each, hidden[index] ?? '']))
  const within = maskerFor(identifiers)
  const hide: Hide = (identifier) => names.get(identifier) ?? within(identifier)
  const text = maskerFor(identifiers.filter(isUnmistakable))
  return {
    text,
    reading: (reading: ForecastReading): ForecastReading => readingWith(reading, hide),
    inputs: <I extends EnrollInputs>(inputs: I): I => inputsWith(inputs, hide),
    /** The subject is not masked here, because code that shows the subject's id masks it. */
    forecast: (saved: SavedForecast): SavedForecast => {
      const { reading, profile, inputs, communication, scenario } = saved
      return {
        ...saved,
        reading: readingWith(reading, hide),
        profile: profile && profileWith(profile, hide),
        inputs: inputsWith(inputs, hide),
        communication: { ...communication, text: text(communication.text) },
        ...(scenario === undefined
          ? {}
          : { scenario: { ...scenario, name: text(scenario.name), note: text(scenario.note) } }),
      }
    },
  }
}
