import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { ageAt } from '#shared/age-at.ts'
import type { CaseInformationInputs, ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { ok, type Result } from '#shared/result.ts'
import { claimedAt, openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { claimBenefits } from '#shared/strategy/claim-comparison.ts'
import { caseInYears } from '#shared/strategy/read-as.ts'
import { useClient } from '../../ipc/client.ts'
import type { Job } from '../../ipc/use-job.ts'
import { useParticipant } from '../participant-store.ts'
import { usePair, useReadAs } from './use-read-as.ts'

/** The file and environment on screen when a run was requested; the run's later requests use them too. */
export interface Target {
  readonly handle: string
  readonly to: Destination
}

interface CaseOf {
  readonly salary: number | null
  readonly retirementAge: number | null
}

/**
 * The Case information request for a plan, with every claim age that is still possible; `null` if a
 * needed value is unknown.
 */
export const caseInputsFor = (
  profile: ParticipantProfile | null,
  { salary, retirementAge }: CaseOf,
  now: Date,
): CaseInformationInputs | null => {
  const birth = profile?.dateOfBirth ?? ''
  const age = ageAt(birth, now)
  if (age === null || salary === null || retirementAge === null) return null
  const ages = openClaimAges(age)
  return {
    Salary: salary,
    RetirementAge: retirementAge,
    DOB: birth,
    ...(profile?.gender ? { Gender: profile.gender } : {}),
    ...(ages.length === 0 ? {} : { SSAgeOverride: [...ages] }),
  }
}

const most = 30

/**
 * Case information answers for the workspace's figures, by inputs, environment and address. They
 * are not saved, and none is requested twice.
 */
export const useCaseAnswers = defineStore('case-answers', () => {
  const client = useClient()
  const answers = shallowRef<ReadonlyMap<string, SavedCaseInformation>>(new Map())
  const keyOf = (inputs: CaseInformationInputs, to: Destination) =>
    JSON.stringify([to.place, to.environmentId, inputs])

  const known = (inputs: CaseInformationInputs | null, to: Destination | null) =>
    inputs === null || to === null ? null : (answers.value.get(keyOf(inputs, to)) ?? null)

  /** The answer, which is requested if not yet known. Fails like `forecast.caseInformation`. */
  const ask = async (
    inputs: CaseInformationInputs,
    { handle, to }: Target,
    { run }: Pick<Job, 'run'>,
  ): Promise<Result<SavedCaseInformation>> => {
    const before = known(inputs, to)
    if (before !== null) return ok(before)
    const answer = await run((jobId) =>
      client.call('forecast.caseInformation', { inputs, handle, to, jobId, keep: false }),
    )
    if (answer.ok)
      answers.value = new Map(
        [...answers.value, [keyOf(inputs, to), answer.value] as const].slice(-most),
      )
    return answer
  }

  const newest = (isWanted: (saved: SavedCaseInformation) => boolean) =>
    [...answers.value.values()].findLast(isWanted) ?? null

  return { known, ask, newest }
})

interface ClaimQuestion {
  readonly age: number
  readonly inputs: ForecastInputs
  /** The forecast without inputs. */
  readonly today: SavedForecast
  readonly target: Target
  readonly job: Pick<Job, 'run'>
}

/**
 * The claim to run with. `noAmount` means that Case information has no amount for the age or cannot
 * be requested.
 */
export type FoundClaim =
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'noAmount'; readonly why: string }

/** Turns a claim age into a pension, by requesting Case information for the plan's salary and retirement age. */
export const useClaimPlan = () => {
  const answers = useCaseAnswers()
  const participant = useParticipant()
  const readAs = useReadAs()
  const pairOf = usePair()

  /** The claim at `age`; `null` if Case information has no amount for it. */
  const claimAt = async (
    age: number,
    profile: ParticipantProfile | null,
    of: CaseOf,
    { target, job }: ClaimQuestion,
  ): Promise<Result<Claim | null>> => {
    const now = new Date()
    const asked = caseInputsFor(profile, of, now)
    const ageNow = asked && ageAt(asked.DOB, now)
    if (asked === null || ageNow === null) return ok(null)
    const answer = await answers.ask(asked, target, job)
    if (!answer.ok) return answer
    const { readAs: units } = readAs(answer.value)
    const benefit = claimBenefits(caseInYears(answer.value.reading, units), units.casePenalty).find(
      (each) => each.age === age,
    )
    return ok(
      benefit === undefined
        ? null
        : claimedAt(age, benefit.amount, {
            ageNow,
            thisYear: now.getFullYear(),
            priceGrowth: units.casePriceGrowth,
          }),
    )
  }

  const find = async (question: ClaimQuestion): Promise<Result<FoundClaim>> => {
    const { age, inputs, today } = question
    // Remembers whose plan this is, because another participant may be on screen by the time of the
    // later requests.
    const { profile } = participant
    const { current } = pairOf(today)
    const asToday = {
      salary: profile?.salary ?? null,
      retirementAge: current?.retirementAge ?? null,
    }
    const asPlanned = {
      salary: inputs.Salary ?? asToday.salary,
      retirementAge: inputs.RetirementAge ?? asToday.retirementAge,
    }
    const chosen = await claimAt(age, profile, asPlanned, question)
    if (!chosen.ok) return chosen
    if (chosen.value === null)
      return ok({
        kind: 'noAmount',
        why:
          ageAt(profile?.dateOfBirth ?? '', new Date()) === null
            ? 'Case information needs a date of birth, and the file has none.'
            : `Case information has no amount for claiming at ${age}.`,
      })
    return ok({ kind: 'claim', claim: chosen.value })
  }

  return { find }
}
