import { expect, test } from 'vitest'
import { environmentChanges } from '#electron/core/environments/environment-changes.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { settingChanges } from '#electron/core/environments/settings/setting-words.ts'

test('the log names each changed setting with its plain values, and no name or path', () => {
  expect(settingChanges(defaultSettings, {})).toBe('')
  expect(settingChanges(defaultSettings, { theme: 'system', lockAfterMinutes: 0 })).toBe(
    'when the lock closes: 15 → 0 minutes',
  )
  expect(
    settingChanges(defaultSettings, {
      maskIdentifiers: false,
      duplicateGuardDays: 0,
      advisor: { name: 'Dana Whitfield', contact: '' },
      retention: { ...defaultSettings.retention, receipt: 7 },
    }),
  ).toBe(
    'Ask why when sent again: 30 → 0 days; ' +
      'how long results are kept: forecast 0, scenario 0, receipt 0, report 0, list 0 → ' +
      'forecast 0, scenario 0, receipt 7, report 0, list 0; ' +
      'Mask identifiers on receipts: on → off; Your name on receipts and reports',
  )
})

test('the log names the changed fields of an environment', () => {
  const acme = { ...trainingEnvironment, id: 'acme', kind: 'uat', baseUrl: 'https://a' } as const
  expect(environmentChanges(null, acme)).toBe('Added an environment')
  expect(environmentChanges(acme, acme)).toBe('')
  expect(environmentChanges(acme, { ...acme, baseUrl: 'https://b', refusals: ['fault'] })).toBe(
    'Environment: base URL, shapes that prove a refusal',
  )
})
