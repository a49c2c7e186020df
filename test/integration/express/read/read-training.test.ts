import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeTransactionText } from '#electron/core/express/text/decode-text.ts'
import { createInspector } from '#electron/core/participant/inspector.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { specified } from '#test/operations/index.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { forecastOf, requestOfMaya, startTraining } from '../../training/training-client.ts'
import type { TrainingClient } from '../../training/training-client.ts'
import { valueOf } from '#test/support/results.ts'

let client: TrainingClient
const inspector = createInspector({ logger: createListeningLogger().logger })

beforeAll(async () => {
  client = await startTraining()
})
afterAll(async () => {
  await inspector.close()
  await client.service.stop()
})

it.each(examplePeople.map(({ id }) => id))(
  'the readers correct nothing in the training service’s answer about %s',
  async (id) => {
    for (const operation of ['forecast', 'forecastCurrent'] as const) {
      const { text } = await client.call(operation, forecastOf(id))
      const reading = valueOf(readForecast(text))
      expect(reading.notes).toEqual([])
      expect(reading.strategies[0]?.type).toBe('Current')
      expect(reading.strategies[0]?.percentiles.length).toBeGreaterThan(0)
      expect(['unknown', 'empty']).not.toContain(
        decodeTransactionText(reading.communicationXml).encoding,
      )
    }
  },
)

it.each(submissionOperations)(
  'the readers correct nothing in the training service’s answer to %s',
  async (operation) => {
    const reading = valueOf(
      readSubmission(operation, (await client.call(operation, requestOfMaya(operation))).text),
    )
    expect(reading).toMatchObject({ notes: [], result: { success: true } })
    expect(decodeTransactionText(reading.transaction).text).toContain('<')
    expect((reading.forecast?.strategies.length ?? 0) > 0).toBe(
      'Strategy' in specified[operation].answer,
    )
  },
)

it('the readers correct nothing in the training service’s case information', async () => {
  const information = valueOf(
    readCaseInformation(
      (await client.call('caseInformation', requestOfMaya('caseInformation'))).text,
    ),
  )
  expect(information.notes).toEqual([])
  expect(information.socialSecurity.length).toBeGreaterThan(0)
})

it('the inspector’s worker reads the file of every example person', async () => {
  for (const { xml } of examplePeople) {
    const inspected = valueOf(await inspector.inspect(Buffer.from(xml)))
    expect(inspected.text).toBe(xml)
    expect(inspected.reading.participants).toHaveLength(1)
  }
})
