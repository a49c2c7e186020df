import { computed, ref } from 'vue'
import { ageAt } from '#shared/age-at.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { priceFactor, type DollarsOf } from '#shared/strategy/dollars-of.ts'
import { percent } from '../../../../lib/format.ts'
import { useReadAs } from '../use-read-as.ts'

const names = { today: 'today’s dollars', year: 'dollars of each year' } as const

/** The dollars of a result, and the switch to the others; a setting supplies what the service does not say. */
export const useDollars = (saved: () => SavedForecast | SavedCaseInformation) => {
  const readAs = useReadAs()
  const wanted = ref<DollarsOf | null>(null)
  const reading = computed(() => readAs(saved()).readAs)
  const simulated = computed(() => saved().environment.kind === 'training')
  const sent = computed((): DollarsOf | null => {
    const { dollarsOf } = reading.value
    if (dollarsOf !== 'notSaid') return dollarsOf
    return simulated.value ? 'today' : null
  })
  const ageToday = computed(() => {
    const result = saved()
    return result.kind === 'caseInformation' || !result.profile
      ? null
      : ageAt(result.profile.dateOfBirth, new Date(result.savedAt))
  })
  const shown = computed(() => wanted.value ?? sent.value)
  const other = computed((): DollarsOf | null =>
    sent.value === null || ageToday.value === null
      ? null
      : shown.value === 'today'
        ? 'year'
        : 'today',
  )
  const factor = computed(() =>
    sent.value === null || shown.value === null || ageToday.value === null
      ? null
      : priceFactor(sent.value, shown.value, reading.value.priceGrowth, ageToday.value),
  )
  const dollars = computed(() => {
    if (sent.value === null)
      return 'the service does not say of which year the dollars are, so none are converted'
    const whose = reading.value.dollarsOf === 'notSaid' ? 'as Training computes them' : 'a setting'
    return `${names[sent.value]}, ${whose}`
  })
  return {
    dollars,
    agesDollars: computed(() =>
      factor.value === null || shown.value === null
        ? dollars.value
        : `${names[shown.value]}, at prices that rise ${percent(reading.value.priceGrowth)} a year`,
    ),
    factor,
    otherDollars: computed(() => (other.value === null ? '' : names[other.value])),
    switchDollars: (): void => {
      if (other.value !== null) wanted.value = other.value
    },
  }
}
