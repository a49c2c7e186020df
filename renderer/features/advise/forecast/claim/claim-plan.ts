import { ageAt } from '#shared/age-at.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim, ClaimedAt } from '#shared/records/claim.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { ok, type Result } from '#shared/result.ts'
import { alikeOf, claimAgeOf, claimedAt, incomesOf } from '#shared/strategy/claim-approximation.ts'
import { claimBenefits } from '#shared/strategy/claim-comparison.ts'
import { outlookOf } from '#shared/strategy/outlook.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { caseInYears, strategiesInYears } from '#shared/strategy/read-as.ts'
import { useClient } from '../../../../ipc/client.ts'
import type { Job } from '../../../../ipc/use-job.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { useParticipant } from '../../../../stores/participant-store.ts'
import { useReadAs } from '../use-read-as.ts'
import { caseInputsFor, useCaseAnswers } from './case-answers.ts'

/** Whose file goes where: as it was on screen when a run was asked for, also for the further calls of it. */
export interface Target {
  readonly handle: string
  readonly to: Destination
}

/** How a claim age is made a part of a forecast. */
export interface ClaimQuestion {
  readonly age: number
  readonly inputs: ForecastInputs
  /** Where the client stands: the forecast without any input. */
  readonly today: SavedForecast
  readonly target: Target
  readonly job: Pick<Job, 'run'>
  /** Told before a forecast is asked for. */
  readonly onForecast?: () => void
}

/** The claim to run with; `noAmount` where Case information has none for the age, or cannot be asked. */
export type FoundClaim =
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'noAmount'; readonly why: string }

/**
 * Makes a claim age a pension: Case information is asked for the plan's salary and retirement age, and today's strategy is
 * forecast once with Social Security entered in the same way, which is what changes are measured against.
 */
export const useClaimPlan = () => {
  const client = useClient()
  const answers = useCaseAnswers()
  const participant = useParticipant()
  const program = useProgram()
  const readAs = useReadAs()
  /** Today entered alike, by what it was run with; asked once. */
  const alikes = new Map<string, Claim['alike']>()

  const find = async ({
    age,
    inputs,
    today,
    target,
    job,
    onForecast,
  }: ClaimQuestion): Promise<Result<FoundClaim>> => {
    const now = new Date()
    const { profile } = participant
    const birthYear = Number(profile?.dateOfBirth.slice(0, 4) ?? Number.NaN)
    const { current } = pickPair(strategiesInYears(today.reading.strategies, readAs(today).readAs))
    const amountAt = async (
      wanted: number,
      of: { readonly salary: number | null; readonly retirementAge: number | null },
    ): Promise<Result<ClaimedAt | null>> => {
      const asked = caseInputsFor(profile, of, now)
      if (asked === null) return ok(null)
      const answer = await answers.ask(asked, target, job.run)
      if (!answer.ok) return answer
      const { readAs: units } = readAs(answer.value)
      const benefit = claimBenefits(
        caseInYears(answer.value.reading, units),
        units.casePenalty,
      ).find((each) => each.age === wanted)
      return ok(
        benefit === undefined
          ? null
          : claimedAt(wanted, benefit.amount, {
              birthYear,
              thisYear: now.getFullYear(),
              priceGrowth: units.casePriceGrowth,
            }),
      )
    }
    const asToday = {
      salary: profile?.salary ?? null,
      retirementAge: current?.retirementAge ?? null,
    }
    const chosen = await amountAt(age, {
      salary: inputs.Salary ?? asToday.salary,
      retirementAge: inputs.RetirementAge ?? asToday.retirementAge,
    })
    if (!chosen.ok) return chosen
    if (chosen.value === null)
      return ok({
        kind: 'noAmount',
        why:
          ageAt(profile?.dateOfBirth ?? '', now) === null
            ? 'Case information needs a date of birth, and the file has none.'
            : `Case information has no amount for claiming at ${age}.`,
      })
    const claimed = claimAgeOf(current)
    const before = claimed === null ? ok(null) : await amountAt(claimed, asToday)
    if (!before.ok) return before
    if (before.value === null) return ok({ kind: 'claim', claim: { ...chosen.value, alike: null } })
    const key = JSON.stringify([today.id, before.value])
    const known = alikes.get(key)
    if (known !== undefined) return ok({ kind: 'claim', claim: { ...chosen.value, alike: known } })
    const claim = { ...before.value, alike: null }
    onForecast?.()
    const run = await job.run((jobId) =>
      client.call('forecast.run', {
        ...{ operation: 'forecast', inputs: {}, claim, ...target, jobId },
        ...{ keep: false, passing: true },
      }),
    )
    if (!run.ok) return run
    const alike = {
      ...before.value,
      incomes: incomesOf(pickPair(run.value.reading.strategies).current),
    }
    alikes.set(key, alike)
    return ok({ kind: 'claim', claim: { ...chosen.value, alike } })
  }

  /** Typical income of today's strategy entered alike, dollars a month; `null` where it is not known. */
  const alikeMonth = (claim: Claim, today: SavedForecast): number | null => {
    const { readAs: units } = readAs(today)
    const { current } = pickPair(strategiesInYears(today.reading.strategies, units))
    const strategy = alikeOf({ claim, reading: today.reading }, current, units) ?? null
    const choice = {
      cautious: program.settings?.cautiousPercentile ?? 10,
      typical: program.settings?.headlinePercentile ?? 50,
    }
    return strategy === null ? null : (outlookOf(strategy, choice).typical?.month ?? null)
  }

  return { find, alikeMonth }
}
