import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick, onErrorCaptured, shallowRef } from 'vue'
import CaseInformationView from '#renderer/workspace/result/case-information-view.vue'
import SavedForecastView from '#renderer/workspace/result/saved-forecast-view.vue'
import ErrorPanel from '#renderer/ui/failures/error-panel.vue'
import type { AppError } from '#shared/errors.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import type { CaseInformationReading, ForecastReading } from '#shared/express/reading.ts'
import type { Result } from '#shared/result.ts'
import { caseInformationAnswer } from '#test/operations/case-information.ts'
import { enrollAnswer } from '#test/operations/enrollment.ts'
import { forecastAnswer, forecastCurrentAnswer } from '#test/support/samples/express-answers.ts'
import { mutate, mutationArbitrary } from '#test/support/samples/mutate-json.ts'
import { oddAnswers } from '#test/support/samples/odd-answers.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedCase, aSavedForecast } from './sample-saved.ts'

/**
 * Tests that, for any altered answer, the real result view shows a figure or says what is missing,
 * and never breaks.
 */

const seed = 20_261_120

type Shown =
  | { readonly kind: 'forecast'; readonly reading: ForecastReading }
  | { readonly kind: 'case'; readonly reading: CaseInformationReading }
  | { readonly kind: 'error'; readonly error: AppError }

const shown = shallowRef<{ readonly key: number; readonly what: Shown } | null>(null)
const faults: string[] = []

const viewOf = ({ key, what }: { readonly key: number; readonly what: Shown }) => {
  if (what.kind === 'error') return h(ErrorPanel, { key, error: what.error })
  if (what.kind === 'forecast')
    return h(SavedForecastView, { key, saved: aSavedForecast({}, { reading: what.reading }) })
  const saved = aSavedCase({ Salary: 90_000, RetirementAge: 67, DOB: '1980-01-01' })
  return h(CaseInformationView, { key, saved: { ...saved, reading: what.reading } })
}

/** Stands in for the application's error boundary. */
const Stage = defineComponent(() => {
  onErrorCaptured((cause) => {
    faults.push(cause.stack ?? cause.message)
    return false
  })
  return () => h('main', { id: 'stage' }, shown.value === null ? [] : [viewOf(shown.value)])
})

const noteFault = (event: ErrorEvent | PromiseRejectionEvent): void => {
  const cause: unknown = 'reason' in event ? event.reason : (event.error ?? event.message)
  if (!String(cause).includes('ResizeObserver loop')) faults.push(String(cause))
}

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(
    (...words) => void faults.push(words.map(String).join(' ')),
  )
  window.addEventListener('error', noteFault)
  window.addEventListener('unhandledrejection', noteFault)
})
beforeEach(async () => {
  shown.value = null
  await renderPart(Stage, createScriptedWorld())
})
afterAll(() => {
  window.removeEventListener('error', noteFault)
  window.removeEventListener('unhandledrejection', noteFault)
  vi.restoreAllMocks()
})

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

const visibleText = (selector: string): string => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null || !found.checkVisibility() || found.getBoundingClientRect().height < 10)
    return ''
  return found.innerText
}

const expected = {
  forecast: {
    selector: '#stage section[aria-label="Outcome"]',
    says: /\$[\d,]+|not sent|without a strategy/,
  },
  case: {
    selector: '#stage section[aria-label="Life expectancy"]',
    says: /\d+ years of age|Not sent/,
  },
  error: { selector: '#stage [role="alert"]', says: /could not be read/ },
} as const

let count = 0
const show = async (what: Shown): Promise<void> => {
  count += 1
  faults.length = 0
  shown.value = { key: count, what }
  await nextTick()
  await frame()
  await frame()
  expect(faults).toEqual([])
  const { selector, says } = expected[what.kind]
  expect(visibleText(selector)).toMatch(says)
}

const asShown = <K extends 'forecast' | 'case', R>(kind: K, reading: Result<R>) =>
  reading.ok ? { kind, reading: reading.value } : { kind: 'error' as const, error: reading.error }

const ofForecast = (text: string): Shown => asShown('forecast', readForecast(text))
const ofEnrollment = (text: string): Shown => {
  const read = readSubmission('enroll', text)
  const none: ForecastReading = {
    strategies: [],
    accountMappings: [],
    communicationXml: '',
    notes: [],
  }
  return read.ok
    ? { kind: 'forecast', reading: read.value.forecast ?? none }
    : { kind: 'error', error: read.error }
}
const ofCase = (text: string): Shown => asShown('case', readCaseInformation(text))

test.each(Object.entries(oddAnswers))('an answer with %s is shown', async (_name, answer) => {
  await show(ofForecast(JSON.stringify(answer)))
})

test.each([
  { name: 'forecast', answer: forecastAnswer, read: ofForecast, samples: 90 },
  { name: 'forecast current', answer: forecastCurrentAnswer, read: ofForecast, samples: 40 },
  { name: 'enrollment', answer: enrollAnswer, read: ofEnrollment, samples: 30 },
  { name: 'case information', answer: caseInformationAnswer, read: ofCase, samples: 40 },
])(
  `$samples mutated answers of $name are shown (seed ${seed})`,
  async ({ answer, read, samples }) => {
    const recorded = answer()
    const mutations = fc.array(mutationArbitrary, { minLength: 1, maxLength: 12 })
    for (const changes of fc.sample(mutations, { seed, numRuns: samples })) {
      const { root } = mutate<{ root: unknown }>({ root: structuredClone(recorded) }, changes)
      await show(read(JSON.stringify(root ?? null)))
    }
  },
  120_000,
)

test('a broken view would fail these tests', async () => {
  const reading = ofForecast(JSON.stringify(forecastAnswer()))
  if (reading.kind !== 'forecast') throw new Error('the sample does not read')
  const [strategy] = reading.reading.strategies
  const broken = {
    ...reading.reading,
    strategies: [Object.assign({ ...strategy }, { percentiles: null })],
  }
  await expect(
    show({ kind: 'forecast', reading: Object.assign({ ...reading.reading }, broken) }),
  ).rejects.toThrow()
})
