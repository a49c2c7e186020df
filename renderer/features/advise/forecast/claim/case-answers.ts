import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { ageAt } from '#shared/age-at.ts'
import type { CaseInformationInputs } from '#shared/express/requests.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { SavedCaseInformation } from '#shared/records/saved.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { ok, type Result } from '#shared/result.ts'
import { openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { useClient } from '../../../../ipc/client.ts'

/** A job that can be canceled, as `useJob` runs it. */
type RunJob = <T>(call: (jobId: string) => Promise<Result<T>>) => Promise<Result<T>>

/** The Case information request for a plan: every claim age still ahead. */
export const caseInputsFor = (
  profile: ParticipantProfile | null,
  {
    salary,
    retirementAge,
  }: { readonly salary: number | null; readonly retirementAge: number | null },
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
 * Case information for figures of the workspace, by inputs and place. None of it is saved, and nothing is requested
 * twice.
 */
export const useCaseAnswers = defineStore('case-answers', () => {
  const client = useClient()
  const answers = shallowRef<ReadonlyMap<string, SavedCaseInformation>>(new Map())
  const keyOf = (inputs: CaseInformationInputs, to: Destination): string =>
    JSON.stringify([to.place, to.environmentId, inputs])

  const known = (
    inputs: CaseInformationInputs | null,
    to: Destination | null,
  ): SavedCaseInformation | null =>
    inputs === null || to === null ? null : (answers.value.get(keyOf(inputs, to)) ?? null)

  /** The answer, requested if unknown. Fails as `forecast.caseInformation` does. */
  const ask = async (
    inputs: CaseInformationInputs,
    { handle, to }: { readonly handle: string; readonly to: Destination },
    run: RunJob,
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

  /** The last answer that `isWanted`; `null` if there is none. */
  const newest = (
    isWanted: (saved: SavedCaseInformation) => boolean,
  ): SavedCaseInformation | null => [...answers.value.values()].findLast(isWanted) ?? null

  return { known, ask, newest }
})
