import type { SavedForecast } from '#shared/records/saved.ts'
import { largeForecastText, largeSize } from '#test/support/samples/large-forecast.ts'

/** An answer of a little over 5 MB. */
export const forecastText = (): string => largeForecastText({ ...largeSize, accounts: 52 })

/** A saved forecast with the given reading of an answer. */
export const savedForecast = (reading: SavedForecast['reading']): SavedForecast => ({
  id: 'ready',
  savedAt: '2026-11-20T12:00:00.000Z',
  environment: { id: 'uat', name: 'UAT', kind: 'uat' },
  subject: { participantId: '1', name: 'Ada Byron' },
  appVersion: '0.0.0',
  durationMs: 1,
  kind: 'forecast',
  profile: null,
  inputs: {},
  reading,
  communication: { text: '', encoding: 'empty' },
})
