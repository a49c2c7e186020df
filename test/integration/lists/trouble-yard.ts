import { plainOptions } from '#test/support/samples/list-files.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { openHouse } from '#test/torture/house.ts'

export const closers: (() => Promise<void>)[] = []

/** Call this in `afterEach`. */
export const closeYard = async (): Promise<void> => {
  for (const close of closers.splice(0).toReversed()) await close()
}

/** A core whose lists are sent to a service with answers set by the test. */
export const openYard = async () => {
  const uat = await startUatServer()
  closers.push(uat.stop)
  const dataDir = temporaryFolder('lists-trouble')
  const house = await openHouse(dataDir, uat.url)
  closers.push(() => house.core.close())
  return { uat, house }
}

/** Options for one row at a time. */
export const one = { ...plainOptions, concurrency: 1 }
