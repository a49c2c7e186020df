import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { EnrollInputs } from '#shared/express/requests.ts'
import { joinedInputs } from '#shared/strategy/changes/joined-inputs.ts'
import type { Said } from '#shared/strategy/statement/said.ts'
import { recommendationOf, type AcceptLine } from '#shared/strategy/changes/accept-lines.ts'
import { rulesSaid } from '#shared/savings/saving-year.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { recommendedAges } from '#shared/strategy/statement/ages.ts'
import { changesOf } from '#shared/strategy/changes/review-changes.ts'
import type { Mark } from '#shared/records/marks.ts'
import { sentBeforeWords } from '#shared/strategy/changes/sent-before.ts'
import { cautionWords } from '#shared/strategy/changes/cautions.ts'
import { annuityOf } from '#shared/strategy/statement/investments/annuity.ts'
import { savingsBetween } from '#shared/strategy/statement/savings/savings-change.ts'
import { ownStrategy, strategyIn } from '#shared/strategy/statement/statement.ts'
import { date } from '../../lib/format.ts'
import { useParticipant } from '../participant-store.ts'
import { useForecast } from './forecast-store.ts'
import { useReadAs } from './use-read-as.ts'

/**
 * Says that the request leaves out declined lines but that the service may still make these
 * changes.
 */
export const notAccepted =
  'Glidepath does not send what is not accepted. The managed account may still change investments.'

/**
 * The accepted lines of the recommendation on screen; none at first. They belong to one answer:
 * another run starts without any, and showing an earlier run restores its accepted lines.
 */
export const useAccepted = defineStore('accepted', () => {
  const forecast = useForecast()
  const participant = useParticipant()
  const readAsOf = useReadAs()
  /**
   * Keys of the accepted lines by answer. A run that was kept and the identical saved result share
   * one entry.
   */
  const byAnswer = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map())

  const answerKey = computed(() => forecast.forecast?.runKey ?? forecast.forecast?.id ?? '')

  const recommendation = computed(() => {
    const saved = forecast.forecast
    if (saved === null || saved.kind !== 'forecast') return null
    const { readAs } = readAsOf(saved)
    const strategies = [...strategiesInYears(saved.reading.strategies, readAs)]
    const found = recommendationOf(
      { ...saved, reading: { ...saved.reading, strategies } },
      participant.profile,
      rulesSaid(saved.said, participant.personRules),
    )
    return found.proposes ? found : null
  })
  /** The answer's two strategies, whose figures the lines show. */
  const sides = computed(() => {
    const statement = forecast.forecast && forecast.statementFor(forecast.forecast)
    return {
      accounts: statement?.accounts ?? [],
      current: statement && (ownStrategy(statement)?.side ?? null),
      revised: statement && (strategyIn(statement, 'recommended')?.side ?? null),
    }
  })
  const savings = computed(() => {
    const { accounts, current, revised } = sides.value
    return savingsBetween(current, revised, accounts)
  })
  const ages = computed(() => recommendedAges(sides.value.current, sides.value.revised))
  /**
   * Warnings about a request with these inputs, worded as in the review and on the receipt. `marks` has the person's
   * earlier submissions.
   */
  const warningsAbout = (inputs: EnrollInputs, marks: readonly Mark[] = []): readonly Said[] => {
    const saved = forecast.forecast
    if (saved === null || saved.kind !== 'forecast') return []
    const changes = changesOf(
      saved,
      participant.profile,
      readAsOf(saved),
      inputs,
      rulesSaid(saved.said, participant.personRules),
      marks,
    )
    // Ages that nobody has chosen to send yet need no warning here.
    const { cautions } = changes.recommended
    return [
      ...cautionWords({ ...cautions, unsentAges: { retirement: null, claim: null } }),
      ...sentBeforeWords(changes, date),
    ]
  }
  const annuity = computed(() => sides.value.revised && annuityOf(sides.value.revised))
  const keys = computed<ReadonlySet<string>>(() => byAnswer.value.get(answerKey.value) ?? new Set())
  /** The accepted lines in the order on screen. */
  const lines = computed(() =>
    (recommendation.value?.lines ?? []).filter(({ key }) => keys.value.has(key)),
  )

  /** Warnings about sending exactly the accepted lines, after the submissions in `marks`. */
  const warnings = (marks: readonly Mark[]) =>
    warningsAbout(joinedInputs(lines.value.map(({ part }) => part)), marks)

  /**
   * True if the manager would trade funds. There is no line for trades, because sending the plans
   * accepts them.
   */
  const changesFunds = computed(
    () => recommendation.value?.funds.some(({ changing }) => changing > 0) === true,
  )

  /** True if there is anything to show line by line, either recommended or required by law. */
  const hasLines = computed(() => {
    const {
      lines: all = [],
      notTaken = [],
      annuities = [],
      rules = [],
    } = recommendation.value ?? {}
    return all.length + notTaken.length + annuities.length + rules.length > 0 || changesFunds.value
  })

  const accept = (changed: readonly AcceptLine[], on: boolean) => {
    if (forecast.forecast === null) return
    const rest = [...keys.value].filter((key) => changed.every((line) => line.key !== key))
    const next = new Set(on ? [...rest, ...changed.map(({ key }) => key)] : rest)
    byAnswer.value = new Map([...byAnswer.value, [answerKey.value, next]])
  }

  return {
    recommendation,
    savings,
    ages,
    annuity,
    warnings,
    warningsAbout,
    hasLines,
    changesFunds,
    keys,
    lines,
    accept,
  }
})
