import { expect, test } from 'vitest'
import { advisorSchema, reportSettingsSchema } from '#shared/report/report-settings.ts'

const usual = { firmName: 'Harbor & Pine', disclosure: '', paper: 'letter' }

test.each([
  'Ann Lee\nReceipt GP-1: accepted',
  'Ann\r\nLee',
  'Ann\u2028Lee',
  'Ann\u0000Lee',
  'Ann \u202eeeL',
])('the names of advisor and firm cannot have line breaks or invisible characters: %j', (text) => {
  expect(advisorSchema.safeParse({ name: text, contact: '' }).success).toBe(false)
  expect(advisorSchema.safeParse({ name: 'Ann Lee', contact: text }).success).toBe(false)
  expect(reportSettingsSchema.safeParse({ ...usual, firmName: text }).success).toBe(false)
})

test.each(['Zoë O’Brien-Wałęsa, CFP®', 'راضية علی\u200cپور', 'Senior advisor · 555 0100'])(
  'a name in any script is accepted: %s',
  (text) => {
    expect(advisorSchema.safeParse({ name: text, contact: text }).success).toBe(true)
    expect(reportSettingsSchema.safeParse({ ...usual, firmName: text }).success).toBe(true)
  },
)
