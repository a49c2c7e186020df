import { expect, it } from 'vitest'
import { z } from 'zod'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import type { FullStrategyOutput } from '#electron/training/engine/output/strategy-output.ts'
import { householdOf } from '#electron/training/engine/person/household.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { today } from './support/people.ts'

const head = `# Training’s advice for the example people

\`test/unit/training/engine/advice-document.test.ts\` writes this page for ${today} and fails if it is outdated; \`-u\` updates it.
The rules are in [the engine's README](../electron/training/engine/README.md). Incomes are dollars a year after federal tax at
today's prices, in poor (10th percentile) and average (50th) markets.
`

const fundRow = z.object({ FundId: z.string(), Percent: z.number() })

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

const incomes = ({ Percentile }: FullStrategyOutput): string =>
  Percentile.slice(0, 2)
    .map((entry) => whole(entry.SustainableRetirementIncome))
    .join(' / ')

const shares = ({ AssetMixHousehold: { Asset } }: FullStrategyOutput): string => {
  const equity = ['LargeCap', 'SmallCap', 'International', 'EmergingMarkets', 'RealEstate']
  const sum = Asset.filter(({ AssetClass }) => equity.includes(AssetClass)).reduce(
    (total, { Weight }) => total + Number(Weight),
    0,
  )
  return `${Math.round(sum)}%`
}

const funds = ({ InvestmentSelections }: FullStrategyOutput): string =>
  Object.values(InvestmentSelections)
    .map((rows) => {
      const held = rows.filter((row) => row.Percent > 0)
      const text = (row: (typeof rows)[number]): string =>
        `${fundRow.parse(row).FundId} ${fundRow.parse(row).Percent}`
      return held.length > 10 ? `${held.length} funds` : held.map(text).join(', ')
    })
    .join('<br>')

it("the document about advice for the example people matches the engine's advice", async () => {
  const lines = examplePeople.map(({ name, xml, reason }) => {
    const reading = readParticipantXml(xml)
    const profile = reading.ok ? reading.value.participants[0] : undefined
    if (!profile) throw new Error(`${name} cannot be read`)
    const { age, retirementAge } = householdOf({ profile, today })
    const { StrategyOutput, notes } = forecast({ profile, today })
    const [current, revised] = StrategyOutput
    if (!current || !revised) throw new Error('two strategies')
    const isSame =
      JSON.stringify(current.InvestmentSelections) === JSON.stringify(revised.InvestmentSelections)
    const why = notes.filter((note) => /: changed because|: unchanged|^Savings: /.test(note))
    return [
      `\n## ${name}, ${age}, retires at ${retirementAge}\n\n${reason}\n`,
      '| | Before | After |',
      '|---|---|---|',
      `| In stocks | ${shares(current)} | ${shares(revised)} |`,
      `| Percent by fund | ${funds(current)} | ${isSame ? 'the same' : funds(revised)} |`,
      `| Participant’s savings, percent of pay | ${current.SavingsRate} | ${revised.SavingsRate} |`,
      `| Income, poor / average | ${incomes(current)} | ${incomes(revised)} |\n`,
      ...why.map((note) => `- ${note}`),
    ].join('\n')
  })
  await expect(`${head}${lines.join('\n')}\n`).toMatchFileSnapshot(
    '../../../../docs/training-advice.md',
  )
})
