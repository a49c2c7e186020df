import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  compareTwoScenarios,
  enrollInPart,
  reviewNextDay,
  shortUntil68,
  takeHome,
} from '#test/support/screens/client-session.ts'
import { expectCalm, openExample } from '#test/support/screens/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/worlds/uat-program.ts'
import { readBack } from '#test/unit/report/made-report.ts'

/** Tests a client meeting, and the next day without the service. */

let program: UatProgram

beforeAll(async () => {
  program = await startUatProgram()
  program.uat.meet('forecast', { kind: 'answer', body: shortUntil68() })
  await openExample(program.watched.page, 'Daniel Okafor')
}, 180_000)
afterAll(() => program.stop(), 60_000)

test('the request and the receipt contain exactly the accepted lines of the recommendation', async () => {
  const { watched, uat } = program
  const { page } = watched
  const place = { page, uat }
  await compareTwoScenarios(place)
  const pages = await takeHome(place, async (press) => {
    const download = page.waitForEvent('download')
    await press()
    return readFileSync(await (await download).path())
  })
  // Printing from the screen gives the same pages, without the window and without an empty page.
  const printed = readBack(await page.pdf({ preferCSSPageSize: true }))
  expect(printed.sheets.map((sheet) => sheet.match(/Page \d+ of \d+/g))).toEqual(
    Array.from({ length: pages }, (_, index) => [`Page ${index + 1} of ${pages}`]),
  )
  await enrollInPart(place)
  await expectCalm(watched)

  const later = await program.nextDayOffline()
  await reviewNextDay(later.page)
  await expectCalm(later)
}, 240_000)
