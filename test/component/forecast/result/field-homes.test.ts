import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerParts } from '#shared/express/openapi.ts'
import { jsonSchema, type Json } from '#shared/json.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import ForecastResult from '#renderer/workspace/result/forecast-result.vue'
import { fieldsOf } from '#renderer/workspace/result/tree-of.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../sample-saved.ts'

/**
 * Gives every specified field of a strategy a unique value and searches for it on screen, in chart
 * tables, panels and rows. This file lists the fields that appear only under All fields, so that
 * omitting a field from the screens is a deliberate choice.
 */

const onlyInTree: readonly string[] = [
  // The service's name for one of several contributions; the charts add up an account's
  // contributions.
  'Strategy.Percentile[].AccountBalance[].CatchupType',
  'Strategy.Percentile[].AccountBalance[].ContributionType',
  'Strategy.Percentile[].AccountBalance[].Investor',
  'Strategy.Percentile[].AccountBalance[].Type',
  'Strategy.Percentile[].IncomeSources[].CatchupType',
  'Strategy.Percentile[].IncomeSources[].ContributionType',
  'Strategy.Percentile[].IncomeSources[].Investor',
  // An account id: the screen shows the name of its plan.
  'Strategy.AccountSavingsRateDetail[].Account',
  'Strategy.Percentile[].AccountBalance[].Account',
  'Strategy.SocialSecurity[].Account',
  // The screen shows this in words, such as Roth or Pre-tax.
  'Strategy.AccountSavingsRateDetail[].SavingsComponent[].IsRoth',
  'Strategy.AccountSavingsRateDetail[].SavingsComponent[].Type',
  // AccountSavingsRateDetail has the same rates in more detail.
  'Strategy.SavingsRateDetail[].Account',
  'Strategy.SavingsRateDetail[].SavingsComponent[].DollarAmount',
  'Strategy.SavingsRateDetail[].SavingsComponent[].IsRoth',
  'Strategy.SavingsRateDetail[].SavingsComponent[].NumberOfYears',
  'Strategy.SavingsRateDetail[].SavingsComponent[].Type',
  'Strategy.SavingsRateDetail[].SavingsComponent[].Value',
  // The specification does not say what this number counts.
  'Strategy.AccountSavingsRateDetail[].SavingsComponent[].NumberOfYears',
  // The risk level of a mix has no chart; its asset classes have one.
  'Strategy.AssetMixOther[].AssetMix.RiskLevel',
]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isJsonObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/**
 * Fields that keep their values, because they link parts of the answer or decide what kind of row
 * appears.
 */
const joints =
  /\.(StrategyType|Account|PlanId|Type|Percentage|Year|Month|Age|FullBenefitAge|RetirementAge|IsRoth|LoweringAnnuitizationAdvisable)$/
/**
 * Index of the list entry that gets a unique value: the average market, an age in retirement, or
 * the last entry.
 */
const markedIn = (path: string, length: number): number =>
  path.endsWith('.Percentile') ? 1 : path.endsWith('.Values') ? length - 12 : length - 1

/** Texts to find on screen, by field path without list positions. */
const marks = new Map<string, readonly string[]>()
let last = 0
const number = (): number => {
  last += 1
  return 12 * (2_000 + last * 37)
}
const forms = (value: number): string[] => [
  `$${Math.round(value).toLocaleString('en-US')}`,
  `$${Math.round(value / 12).toLocaleString('en-US')}`,
  `${value.toLocaleString('en-US')}%`,
  value.toLocaleString('en-US'),
  String(value),
]

const mark = (schema: unknown, value: Json | undefined, path: string): Json => {
  if (!isRecord(schema)) throw new Error(`no schema at ${path}`)
  if (typeof schema['$ref'] === 'string')
    return mark(answerParts[schema['$ref'].split('/').at(-1) ?? ''], value, path)
  const { properties, additionalProperties, items } = schema
  if (isRecord(properties) || isRecord(additionalProperties)) {
    const old = isJsonObject(value) ? value : {}
    const [first] = Object.keys(old)
    const inside = isRecord(properties)
      ? Object.entries(properties).map(([name, of]) => [name, of, `${path}.${name}`] as const)
      : [[first ?? 'a1b2-401k', additionalProperties, `${path}{}`] as const]
    return {
      ...old,
      ...Object.fromEntries(inside.map(([name, of, at]) => [name, mark(of, old[name], at)])),
    }
  }
  if (schema['type'] === 'array' && isRecord(items)) {
    const old = isList(value) && value.length > 0 ? value : [null]
    const at = markedIn(path, old.length)
    return old.map((entry, index) =>
      index === at ? mark(items, entry ?? undefined, `${path}[]`) : entry,
    )
  }
  if (typeof value !== 'object' && value !== undefined && joints.test(path)) {
    // The screen shows the name of the month.
    const month = path.endsWith('.Month')
      ? [
          new Date(Date.UTC(2000, Number(value) - 1)).toLocaleString('en-US', {
            month: 'short',
            timeZone: 'UTC',
          }),
        ]
      : []
    marks.set(path, [String(value), ...month])
    return value
  }
  last += 1
  if (schema['type'] === 'array') {
    marks.set(path, [`Row${last}`])
    return [{ Remark: `Row${last}` }]
  }
  if (schema['type'] === 'number' || schema['type'] === 'integer') {
    const made = number()
    marks.set(path, forms(made))
    return made
  }
  const isNumeric = schema['description'] === 'Numeric text'
  const made = isNumeric ? String(30 + last / 10) : `Word${last}`
  marks.set(path, isNumeric ? [made, `${made}%`] : [made])
  return made
}

test('every specified field of a strategy is on the screen, or this test lists it as shown only under All fields', async () => {
  const answer = forecastAnswer()
  const parsed = jsonSchema.parse(JSON.parse(JSON.stringify(answer)))
  const strategies = isJsonObject(parsed) ? parsed['StrategyOutput'] : undefined
  if (!isJsonObject(parsed) || !isList(strategies)) throw new Error('no sample')
  const marked = {
    ...parsed,
    StrategyOutput: [
      strategies[0] ?? null,
      mark(answerParts['StrategyOutput'], strategies[1], 'Strategy'),
    ],
  }
  const text = JSON.stringify(marked)
  const reading = readForecast(text)
  if (!reading.ok) throw new Error(reading.error.message)
  await renderPart(ForecastResult, createScriptedWorld(), {
    saved: aSavedForecast({}, { reading: reading.value }),
  })
  await expect.element(page.getByRole('group', { name: 'Wealth by age' })).toBeInTheDocument()

  const seen: string[] = []
  const look = (): void => void seen.push(document.body.innerText)
  look()
  await page.getByRole('radio', { name: 'Recommended', exact: true }).click()
  await page.getByText('More from the service', { exact: false }).click()
  for (const frame of page.getByRole('group').all()) {
    const table = frame.getByRole('button', { name: /^Table/ })
    if (table.elements().length > 0) await table.click()
  }
  look()
  const which = page.getByRole('combobox', { name: 'Which mix' })
  await which.click()
  const mixes = page.getByRole('option').elements().length
  for (let index = 0; index < mixes; index += 1) {
    if (index > 0) await which.click()
    await page.getByRole('option').nth(index).click()
    look()
  }

  const screen = seen.join('\n')
  const missing = [...marks].flatMap(([path, words]) =>
    words.some((word) =>
      new RegExp(`(?<![\\w$.,])${word.replace(/[.$]/g, '\\$&')}(?![\\w.]*\\w)`).test(screen),
    )
      ? []
      : [path],
  )
  expect(missing.toSorted()).toEqual(onlyInTree.toSorted())
  const tree = new Set(fieldsOf(JSON.parse(text)).map(({ path }) => path.replace(/\[\d+\]/g, '[]')))
  expect(tree.size).toBeGreaterThan(marks.size)
})
