import { defineStore } from 'pinia'
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Result } from '#shared/result.ts'
import { latestClaim } from '#shared/strategy/claim-approximation.ts'
import { atAge, laterAges, latestRetirement } from '#shared/strategy/statement/gap/at-age.ts'
import type { Tried } from '#shared/strategy/statement/gap/close-gap.ts'
import { differenceOf } from '#shared/strategy/statement/make.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import { ownStrategy, roleNames } from '#shared/strategy/statement/statement.ts'
import { useClient } from '../../../ipc/client.ts'
import { useJob } from '../../../ipc/use-job.ts'
import { textOf } from '../../../ui/figures/writer.ts'
import { useProgram } from '../../../workspace/program-store.ts'
import { useParticipant } from '../../../workspace/participant-store.ts'
import { useClaimPlan, type Target } from '../../../workspace/forecast/claim-plan.ts'
import { useForecast } from '../../../workspace/forecast/forecast-store.ts'
import { apartFromOthers } from '#shared/strategy/asked-rates.ts'
import { mainRate, withRate } from '../form/savings-levers.ts'
import {
  asTyped,
  copyOfDraft,
  readWhatIf,
  type WhatIfDraft,
} from '../../../workspace/forecast/what-if.ts'
import { useClaimStep } from './claim-step.ts'
import { doing, type Levers, type Step, type Way } from './gap-words.ts'
import { usePlanOnScreen } from './plan-on-screen.ts'
import { followable, mostForecasts, searchWays } from './search-ways.ts'

/** The plan that a search is for, and the search's sequence number. */
interface Search extends Target {
  readonly mine: number
}

/**
 * Closes the gap of the plan and market on screen: what one step of each lever adds, and the changes that close all of
 * the gap. Before a search, the button says how many forecasts the search may take. It ends as soon
 * as the plan, the participant, the environment, the market or the goal changes. Nothing is saved
 * unless the advisor keeps it.
 */
export const useGap = defineStore('gap', () => {
  const client = useClient()
  const forecast = useForecast()
  const participant = useParticipant()
  const program = useProgram()
  const job = useJob()
  const claims = useClaimPlan()
  const claimMoves = useClaimStep()

  const busy = ref(false)
  /** Forecasts requested in this search. */
  const asked = ref(0)
  const failure = shallowRef<AppError | null>(null)
  const steps = shallowRef<readonly Step[] | null>(null)
  const ways = shallowRef<readonly Way[] | null>(null)
  let latest = 0

  const { plan, isBehind } = usePlanOnScreen()
  /** The savings rate to move, and the highest possible value; `null` if none can be moved. */
  const rate = computed(() =>
    followable(
      mainRate(
        forecast.todayStrategy,
        participant.profile,
        forecast.draft,
        participant.personRules,
      ),
    ),
  )
  /** Words that tell this rate from the participant's other savings; empty without others. */
  const rateApart = computed(() => {
    const lever = rate.value?.lever
    return lever ? apartFromOthers({ ...lever, percent: lever.today }, participant.profile) : ''
  })
  const isShort = computed(() => plan.value?.gap?.kind === 'short')
  const nextAge = computed(() => {
    const age = plan.value?.age ?? null
    return age === null || age + 1 > latestRetirement ? null : age + 1
  })
  const nextRate = computed(() => {
    const moved = rate.value
    return moved?.hasRoom === true ? moved.now + 1 : null
  })
  const yearLater = computed(() => {
    const now = plan.value
    return now && nextAge.value !== null ? atAge(now.strategy, now.market, nextAge.value) : null
  })
  /** Later retirement ages from the table in the answer on screen. */
  const later = computed(() =>
    plan.value === null ? [] : laterAges(plan.value.strategy, plan.value.market),
  )
  const most = computed(() =>
    later.value.length > 0 ? mostForecasts.withTable : mostForecasts.withoutTable,
  )
  const asksClaim = computed(() => plan.value !== null && claimMoves(plan.value))
  const asksCaseInformation = computed(
    () => asksClaim.value || (plan.value?.saved.claim !== undefined && plan.value.age !== null),
  )
  /** The maximum number of forecasts in one search. */
  const asks = computed(() => {
    const now = plan.value
    if (now === null || now.isInPhases) return 0
    const forSteps =
      (nextAge.value !== null && yearLater.value === null ? 1 : 0) +
      (nextRate.value === null ? 0 : 1) +
      (asksClaim.value ? 1 : 0)
    const canMove = now.age !== null || nextRate.value !== null
    return isShort.value && canMove ? most.value : forSteps
  })

  /** Stops the search and keeps its findings. */
  const cancel = () => {
    latest += 1
    job.cancel()
    busy.value = false
  }
  /** Stops the search and removes its findings. */
  const forget = () => {
    cancel()
    for (const found of [failure, steps, ways]) found.value = null
  }
  const basis = computed(() =>
    JSON.stringify([
      participant.opened?.handle,
      participant.opened?.chosen,
      program.destination,
      isBehind.value,
      plan.value?.saved.id,
      plan.value?.market,
      plan.value?.income?.id,
      plan.value?.goal?.figure.id,
    ]),
  )
  watch(basis, forget, { flush: 'sync' })

  const begin = () => {
    const handle = participant.opened?.handle
    const to = program.destination
    if (plan.value === null || isBehind.value || busy.value) return null
    if (handle === undefined || to === null) return null
    latest += 1
    busy.value = true
    asked.value = 0
    for (const found of [failure, steps, ways]) found.value = null
    return { handle, to, mine: latest }
  }
  /**
   * The value that a request returned, or `stopped` if the request failed or a newer search has
   * begun.
   */
  const taken = async <T>(call: Promise<Result<T>>, mine: number): Promise<T | 'stopped'> => {
    const result = await call
    if (mine !== latest) return 'stopped'
    if (result.ok) return result.value
    failure.value = result.error
    return 'stopped'
  }
  const ask = async (inputs: ForecastInputs, { handle, to, mine }: Search, claim?: Claim) => {
    if (mine !== latest || failure.value !== null) return 'stopped'
    asked.value += 1
    const call = job.run((jobId) =>
      client.call('forecast.run', {
        operation: 'forecast',
        inputs,
        wagesBefore: participant.wagesBefore ?? undefined,
        handle,
        to,
        jobId,
        ...(claim && { claim }),
        keep: false,
        passing: true,
      }),
    )
    return taken(call, mine)
  }
  const typedAt = ({ age, rate: value, claim }: Levers): Partial<WhatIfDraft> => ({
    ...(age !== undefined && { retirementAge: asTyped(age) }),
    ...(claim !== undefined && { claimAge: asTyped(claim) }),
    ...(value !== undefined &&
      rate.value !== null && {
        savings: withRate(forecast.draft.savings, rate.value.lever, asTyped(value)),
      }),
  })
  const inputsAt = (levers: Levers) =>
    readWhatIf({ ...copyOfDraft(forecast.draft), ...typedAt(levers) }).inputs ?? {}
  const strategyOf = (answer: SavedForecast) => ownStrategy(forecast.statementFor(answer))
  /** The plan's claim at these levers; its benefit depends on the retirement age. Undefined for a plan without one. */
  const claimAt = async (
    levers: Levers,
    target: Search,
  ): Promise<Claim | undefined | 'stopped'> => {
    const { today } = forecast
    const own = plan.value?.saved.claim
    if (own === undefined || levers.age === undefined || today === null) return own
    const question = { age: own.age, inputs: inputsAt(levers), today, target, job }
    const found = await taken(claims.find(question), target.mine)
    return found === 'stopped' ? found : found.kind === 'claim' ? found.claim : own
  }
  /** {@link ask} with the plan's claim. */
  const askAt = async (levers: Levers, target: Search) => {
    const claim = await claimAt(levers, target)
    return claim === 'stopped' ? claim : ask(inputsAt(levers), target, claim)
  }

  const stepOf = async (levers: Levers, target: Search, claim?: Claim): Promise<Step | null> => {
    const now = plan.value
    if (now === null) return null
    const known = claim === undefined && levers.age !== undefined ? yearLater.value : null
    const answer =
      known !== null
        ? null
        : await (claim ? ask(inputsAt(levers), target, claim) : askAt(levers, target))
    if (answer === 'stopped') return null
    const strategy = answer && strategyOf(answer)
    const phases = strategy?.phases(now.market) ?? []
    const income = known?.income ?? strategy?.incomes[now.market] ?? null
    const more =
      phases.length > 1
        ? null
        : differenceOf(income, now.income, {
            names: [textOf(doing(levers, rateApart.value)), roleNames[now.strategy.role]],
            sentence: `${textOf(doing(levers, rateApart.value))}: what it adds to ${roleNames[now.strategy.role]} a month.`,
          })
    return { levers, more, phases, answer }
  }
  const claimStep = async (target: Search): Promise<Step | null> => {
    const { today } = forecast
    const now = plan.value
    if (now === null || today === null) return null
    const question = { age: latestClaim, inputs: now.saved.inputs, today, target, job }
    const found = await taken(claims.find(question), target.mine)
    if (found === 'stopped') return null
    const levers = { claim: latestClaim }
    return found.kind === 'claim'
      ? stepOf(levers, target, found.claim)
      : { levers, more: null, phases: [], answer: null }
  }
  const oneStepEach = async (target: Search): Promise<void> => {
    const found = [
      nextAge.value === null ? null : await stepOf({ age: nextAge.value }, target),
      nextRate.value === null ? null : await stepOf({ rate: nextRate.value }, target),
      asksClaim.value ? await claimStep(target) : null,
    ]
    if (target.mine === latest) steps.value = found.filter((step) => step !== null)
  }

  const allOfIt = async (target: Search): Promise<void> => {
    const now = plan.value
    if (now === null || now.income === null || now.gap === null) return
    const present: Omit<Tried, 'at'> = { income: now.income, gap: now.gap }
    const found = await searchWays(
      { present, age: now.age, rate: rate.value, later: later.value },
      () => most.value - asked.value,
      async (levers) => {
        const answer = await askAt(levers, target)
        const strategy = answer === 'stopped' ? null : strategyOf(answer)
        return answer === 'stopped' ? answer : { answer, strategy, market: now.market }
      },
    )
    if (target.mine === latest) ways.value = found
  }

  /** Finds what one step of each lever adds, and the changes that close the gap. */
  const findWays = async () => {
    const target = begin()
    if (target === null) return
    await oneStepEach(target)
    if (target.mine === latest && isShort.value) await allOfIt(target)
    if (target.mine === latest) busy.value = false
  }

  /**
   * Tries a way to close the gap: shows its answer if there is one, otherwise sets its levers and
   * runs a new forecast.
   */
  const tryOut = async ({ levers, answer }: Pick<Way, 'levers' | 'answer'>) => {
    if (answer !== null) return forecast.show(answer)
    Object.assign(forecast.draft, typedAt(levers))
    // Waits until the moved levers have scheduled their own run, which the following run replaces.
    await nextTick()
    await forecast.run()
  }
  /** Sets the goal to what the plan supports. */
  const tryGoal = () => {
    const income = plan.value?.income ?? null
    if (income !== null) forecast.draft.goal = asTyped(exportFigure(income))
  }

  return {
    plan,
    isBehind,
    isShort,
    rate,
    rateApart,
    asks,
    asksCaseInformation,
    busy,
    asked,
    failure,
    steps,
    ways,
    findWays,
    cancel,
    tryOut,
    tryGoal,
  }
})
