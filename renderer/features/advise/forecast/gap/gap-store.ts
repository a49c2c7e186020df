import { defineStore } from 'pinia'
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Result } from '#shared/result.ts'
import { ageByTable, searchLever } from '#shared/strategy/outlook/close-gap.ts'
import { outlookAt, type MarketIncome } from '#shared/strategy/outlook/outlook.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
import { useClient } from '../../../../ipc/client.ts'
import { useJob } from '../../../../ipc/use-job.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { useParticipant } from '../../../../stores/participant-store.ts'
import { useClaimPlan, type Target } from '../claim/claim-plan.ts'
import { useForecast } from '../forecast-store.ts'
import { latestAge, mainRate, withRate } from '../form/savings-levers.ts'
import { asTyped, copyOfDraft, readWhatIf, type WhatIfDraft } from '../what-if.ts'
import { useClaimStep } from './claim-step.ts'
import type { Change, Step } from './gap-words.ts'
import { usePlanOnScreen } from './plan-on-screen.ts'

/** A press's target, and its number among all presses. */
interface Search extends Target {
  readonly mine: number
}

/** Most forecasts for one lever; the screen shows the number before the first. */
const asksOf = { age: 5, rate: 6 } as const

/**
 * Closing the gap and the most helpful steps for the plan on screen. A press starts each, says how many forecasts it
 * may take, and it ends as soon as the plan, the participant, the environment or the need changes. Nothing is saved
 * unless the advisor keeps it.
 */
export const useGap = defineStore('gap', () => {
  const client = useClient()
  const forecast = useForecast()
  const participant = useParticipant()
  const program = useProgram()
  const job = useJob()
  const claims = useClaimPlan()
  const claimStep = useClaimStep()

  const busy = ref<'gap' | 'steps' | null>(null)
  /** Forecasts requested since the press. */
  const asked = ref(0)
  const failure = shallowRef<AppError | null>(null)
  const changes = shallowRef<readonly Change[] | null>(null)
  const steps = shallowRef<readonly Step[] | null>(null)
  let latest = 0

  const { choice, plan, isBehind, missing, needMet, isClosed } = usePlanOnScreen()
  /** The savings rate to move, with its maximum; `null` if none can be moved. */
  const rate = computed(() =>
    mainRate(forecast.todayStrategy, participant.profile, forecast.draft, participant.personRules),
  )

  const tableAge = computed(() => {
    const now = plan.value
    return now === null || now.age === null || now.need === null
      ? null
      : ageByTable(now.current, now.age, latestAge, now.need, choice.value)
  })
  /** The plan's retirement age and a year; `null` if it cannot rise. */
  const nextAge = computed(() => {
    const age = plan.value?.age ?? null
    return age === null || age + 1 > latestAge ? null : age + 1
  })
  const yearLater = computed(() => {
    const now = plan.value
    return now === null || nextAge.value === null
      ? null
      : outlookAt(now.current, nextAge.value, choice.value).typical
  })
  /** A point more than the rate now; `null` if it cannot rise. */
  const nextRate = computed(() => {
    const moved = rate.value
    return moved !== null && moved.now + 1 <= moved.most ? moved.now + 1 : null
  })
  /** Most forecasts for each. */
  const asks = computed(() => {
    const ofClaim = claimStep.asksFor(plan.value)
    const ofAge = yearLater.value === null && nextAge.value !== null ? 1 : 0
    return {
      gap:
        (tableAge.value?.kind === 'reaches' || plan.value?.age === null ? 0 : asksOf.age) +
        (rate.value === null ? 0 : asksOf.rate),
      steps: ofAge + (nextRate.value === null ? 0 : 1) + ofClaim,
      claim: ofClaim,
    }
  })

  /** Stops the search; earlier findings stay. */
  const cancel = () => {
    latest += 1
    job.cancel()
    if (busy.value === 'gap') changes.value = null
    busy.value = null
  }
  /** Stops the search and drops the findings. */
  const forget = () => {
    cancel()
    for (const found of [failure, changes, steps]) found.value = null
  }
  const basis = computed(() =>
    JSON.stringify([
      participant.opened?.handle,
      participant.opened?.chosen,
      program.destination,
      isBehind.value,
      plan.value?.saved.id,
      plan.value?.need,
      choice.value,
    ]),
  )
  watch(basis, forget, { flush: 'sync' })

  const begin = (what: 'gap' | 'steps') => {
    const handle = participant.opened?.handle
    const to = program.destination
    if (plan.value === null || isBehind.value || busy.value !== null) return null
    if (handle === undefined || to === null) return null
    latest += 1
    busy.value = what
    asked.value = 0
    failure.value = null
    return { handle, to, mine: latest }
  }
  /** The value of a call; `stopped` once it is no longer wanted, or failed. */
  const taken = async <T>(call: Promise<Result<T>>, mine: number): Promise<T | 'stopped'> => {
    const result = await call
    if (mine !== latest) return 'stopped'
    if (result.ok) return result.value
    failure.value = result.error
    return 'stopped'
  }
  const ask = async (inputs: ForecastInputs, { handle, to, mine }: Search, claim?: Claim) => {
    if (mine !== latest) return 'stopped'
    asked.value += 1
    const call = job.run((jobId) =>
      client.call('forecast.run', {
        operation: 'forecast',
        inputs,
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
  const typedAt = (lever: Step['lever'] | 'need', at: number): Partial<WhatIfDraft> => {
    const text = asTyped(at)
    const { savings } = forecast.draft
    return (
      {
        age: { retirementAge: text },
        claim: { claimAge: text },
        need: { need: text },
        rate: rate.value && { savings: withRate(savings, rate.value.lever, text) },
      }[lever] ?? {}
    )
  }
  const inputsAt = (lever: 'age' | 'rate', at: number) =>
    readWhatIf({ ...copyOfDraft(forecast.draft), ...typedAt(lever, at) }).inputs ?? {}
  /** The plan's income in an answer, with that answer's need. */
  const incomeOf = (answer: SavedForecast, market: 'poor' | 'typical') => {
    const row = forecast.outcomeOf(answer).rows.find(({ role }) => role === 'plan')
    const income = row?.outlook[market] ?? null
    return income === null ? null : { ...income, need: row?.need?.month }
  }

  const search = async (
    lever: 'age' | 'rate',
    range: { readonly now: number; readonly most: number; readonly step: number },
    target: Search,
  ) => {
    const answers = new Map<number, SavedForecast>()
    const now = plan.value
    const room = {
      now: { at: range.now, month: now?.poor?.month ?? 0, between: false },
      most: range.most,
      step: range.step,
      need: now?.need ?? 0,
      asks: asksOf[lever],
    }
    const found = await searchLever(room, async (at) => {
      const answer = await ask(inputsAt(lever, at), target)
      if (answer === 'stopped') return answer
      answers.set(at, answer)
      return incomeOf(answer, 'poor')
    })
    return {
      lever,
      found,
      answer: found.kind === 'reaches' ? (answers.get(found.at) ?? null) : null,
    }
  }
  const searchAge = async (age: number, target: Search): Promise<Change> => {
    const table = tableAge.value
    if (table?.kind === 'reaches') return { lever: 'age', found: table, answer: null }
    const searched = await search('age', { now: age, most: latestAge, step: 1 }, target)
    // A service whose Current strategy keeps its own age says no more than its table.
    return searched.found.kind === 'notSaid' && table?.kind === 'tooFar'
      ? { ...searched, found: { ...table, asked: searched.found.asked } }
      : searched
  }

  /** Looks for the single changes that reach the need in poor markets. */
  const closeGap = async () => {
    const now = plan.value
    const target = begin('gap')
    if (target === null || now === null) return
    changes.value = []
    if (now.age !== null) changes.value = [await searchAge(now.age, target)]
    if (target.mine !== latest) return
    const moved = rate.value
    if (moved !== null && failure.value === null) {
      const change = await search('rate', { ...moved, step: 0.1 }, target)
      if (target.mine !== latest) return
      changes.value = [...changes.value, change]
    }
    busy.value = null
  }

  const stepOf = async (
    lever: 'age' | 'rate',
    at: number,
    known: MarketIncome | null,
    target: Search,
  ) => {
    const answer = known === null ? await ask(inputsAt(lever, at), target) : null
    if (answer === 'stopped') return null
    const income = answer === null ? known : incomeOf(answer, 'typical')
    const before = plan.value?.typical ?? null
    return {
      lever,
      at,
      answer,
      between: income?.between ?? false,
      more: income === null || before === null ? null : wholeDifference(income.month, before.month),
    }
  }
  /** Requests the gain of one step of each lever. */
  const moveNeedle = async () => {
    const now = plan.value
    const { today } = forecast
    const target = begin('steps')
    if (target === null || now === null) return
    const found: (Step | null)[] = []
    if (nextAge.value !== null)
      found.push(await stepOf('age', nextAge.value, yearLater.value, target))
    if (nextRate.value !== null && failure.value === null)
      found.push(await stepOf('rate', nextRate.value, null, target))
    if (asks.value.claim > 0 && today !== null && failure.value === null)
      found.push(
        await claimStep.step({
          plan: now,
          claimAt: (age) => {
            const { inputs } = now.saved
            return taken(claims.find({ age, inputs, today, target, job }), target.mine)
          },
          ask: (inputs, claimed) => ask(inputs, target, claimed),
        }),
      )
    if (target.mine !== latest) return
    steps.value = found.filter((step) => step !== null)
    busy.value = null
  }

  /** Puts a change on screen: its answer if there is one, else the lever, which then runs a forecast. */
  const tryOut = async (
    lever: Step['lever'] | 'need',
    at: number,
    answer: SavedForecast | null,
  ) => {
    if (answer !== null) return forecast.show(answer)
    Object.assign(forecast.draft, typedAt(lever, at))
    if (lever === 'need') return
    // The lever's own run would come later; this one replaces it.
    await nextTick()
    await forecast.run()
  }

  return {
    plan,
    isBehind,
    missing,
    isClosed,
    needMet,
    rate,
    asks,
    busy,
    asked,
    failure,
    changes,
    steps,
    closeGap,
    moveNeedle,
    cancel,
    tryOut,
  }
})
