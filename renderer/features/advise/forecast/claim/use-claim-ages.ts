import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { SavedCaseInformation } from '#shared/records/saved.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { useJob } from '../../../../ipc/use-job.ts'
import { isSamePlace } from '../../../../stores/destination.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { useParticipant } from '../../../../stores/participant-store.ts'
import { useForecast } from '../forecast-store.ts'
import { useReadAs } from '../use-read-as.ts'
import { caseInputsFor, useCaseAnswers } from './case-answers.ts'

/** Case information of the plan on screen, requested by a press, and marked if it belongs to another plan. */
export const useClaimAges = () => {
  const forecast = useForecast()
  const participant = useParticipant()
  const program = useProgram()
  const answers = useCaseAnswers()
  const readAs = useReadAs()
  const job = useJob()
  const failure = shallowRef<AppError | null>(null)

  const plan = computed(() => {
    const saved = forecast.forecast
    if (saved === null) return { salary: null, retirementAge: null }
    const { current } = pickPair(strategiesInYears(saved.reading.strategies, readAs(saved).readAs))
    return {
      salary: saved.inputs.Salary ?? participant.profile?.salary ?? null,
      retirementAge: saved.inputs.RetirementAge ?? current?.retirementAge ?? null,
    }
  })
  const wanted = computed(() => caseInputsFor(participant.profile, plan.value, new Date()))
  /** Why it cannot be requested; empty if it can. */
  const why = computed(() => {
    if (wanted.value !== null) return ''
    if (plan.value.salary === null) return 'It needs a salary, and the file has none.'
    if (plan.value.retirementAge === null)
      return 'It needs a retirement age, and the answer names none.'
    return 'It needs a date of birth, and the file has none.'
  })
  const fresh = computed(() => answers.known(wanted.value, program.destination))
  /** The plan's answer, else the last one for the same person and place. */
  const shown = computed((): SavedCaseInformation | null => {
    const { active } = program
    const isOfPerson = (saved: SavedCaseInformation): boolean =>
      active !== null &&
      isSamePlace(saved.environment, active) &&
      saved.inputs.DOB === participant.profile?.dateOfBirth &&
      saved.subject.participantId === participant.profile.userId
    return fresh.value ?? answers.newest(isOfPerson)
  })
  const isOther = computed(() => fresh.value === null && shown.value !== null)

  const ask = async (): Promise<void> => {
    const handle = participant.opened?.handle
    const to = program.destination
    if (wanted.value === null || handle === undefined || to === null) return
    failure.value = null
    const answer = await answers.ask(wanted.value, { handle, to }, job.run)
    if (!answer.ok && answer.error.code !== 'job.cancelled') failure.value = answer.error
  }

  return {
    ...{ wanted, why, shown, isOther, failure, ask },
    where: computed(() => program.active?.name ?? 'the service'),
    running: job.running,
    cancel: job.cancel,
  }
}
