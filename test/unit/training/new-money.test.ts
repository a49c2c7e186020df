import { expect, it } from 'vitest'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { planMoves } from '#electron/training/run-projection.ts'
import { writeTransaction } from '#electron/training/transaction-xml.ts'

const today = '2026-11-20'

const answerFor = (id: string) => {
  const reading = readParticipantXml(examplePeople.find((person) => person.id === id)?.xml ?? '')
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error(`${id} cannot be read`)
  return forecast({ profile, today, paths: 100 })
}

const transactionOf = (id: string, planId: string): string => {
  const head = { TransactionID: 'T', TimeStamp: today, ClientID: 'TRAINING', Type: 'Implement' }
  const person = { UserID: 'P', FirstName: 'A', LastName: 'B' }
  const plan = { PlanId: planId, PlanType: '401K', ServiceOption: 'ManagedAccounts' }
  const moves = planMoves(answerFor(id))
  return Buffer.from(writeTransaction(head, person, [plan], moves), 'base64').toString('utf8')
}

const part = (xml: string, element: string): string =>
  new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(xml)?.[1] ?? ''

it('a brokerage window and a guaranteed account stay in the reallocation, but get no new money', () => {
  const xml = transactionOf('brian-whitaker', 'SAWTOOTH401K')
  for (const id of ['BRK01', 'GIA01']) {
    expect(part(xml, 'Reallocation')).toMatch(
      new RegExp(`"${id}"[^>]* FromPercent="30" ToPercent="30"`),
    )
    expect(part(xml, 'FutureElections')).not.toContain(id)
  }
  const percents = [...part(xml, 'FutureElections').matchAll(/ToPercent="(\d+)"/g)].map(
    ([, percent]) => Number(percent),
  )
  expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100)
})

it('no fund elections are sent if nothing changes', () => {
  expect(transactionOf('emily-sato', 'EVERGREEN401K')).not.toContain('FutureElections')
})

it('nobody is advised to secure income that a lifetime-income fund already secures', () => {
  const [, revised] = answerFor('frank-delgado').StrategyOutput
  expect(revised?.RisOutput.Recommendations.map(({ Percentage }) => Percentage)).toEqual([0])
  const [, other] = answerFor('linda-kowalski').StrategyOutput
  expect(other?.RisOutput.Recommendations.map(({ Percentage }) => Percentage)).toEqual([15])
})
