import { expect, test } from 'vitest'
import { createEarlierIn } from '#electron/core/submission/guard/earlier.ts'
import { fail } from '#shared/result.ts'
import { house } from '#test/support/worlds/submissions-house.ts'

test('a list does not look for earlier submissions if its environment is gone', async () => {
  const { table, savedRecords, guard } = house().needs
  const gone = fail({ code: 'environment.notFound', message: 'It is gone.' })
  const earlierIn = createEarlierIn({
    table,
    savedRecords,
    guard,
    environments: { get: () => gone },
  })
  expect(await earlierIn('gone')('P-100', ['ACME401K'])).toEqual(gone)
})
