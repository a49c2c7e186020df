import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Claim } from '#shared/records/claim.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/**
 * A core with two forecasts for a report: today's forecast for Linda, and one in which she saves
 * 11%.
 */
export interface ReportHouse {
  readonly house: RealCore
  readonly handle: string
  readonly todayId: string
  readonly planId: string
}

export const lindaSaves = {
  SavingsRateDetails: [{ PlanId: 'STEELCITY401K', SavingsType: 'Pretax', Value: '11' }],
}

export const openExample = async (house: RealCore, id: string): Promise<string> =>
  (await house.must('participant.open', { kind: 'example', id })).handle

/** Runs a forecast and returns the id of its saved record. */
export const forecast = async (
  house: RealCore,
  handle: string,
  inputs: object,
  claim?: Claim,
): Promise<string> =>
  (
    await house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs,
      ...(claim && { claim }),
      jobId: `job-${Math.random()}`,
    })
  ).id

export const openReportHouse = async (name: string): Promise<ReportHouse> => {
  const dataDir = path.join(temporaryFolder(name), 'data')
  mkdirSync(dataDir)
  const house = await openRealCore(dataDir)
  const handle = await openExample(house, 'linda-kowalski')
  const todayId = await forecast(house, handle, {})
  return { house, handle, todayId, planId: await forecast(house, handle, lindaSaves) }
}
