import fc from 'fast-check'
import type { OperationName } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'

/** How many of the optional fields a request has. */
export type Filling = 'no' | 'some' | 'all'

/** The fields of an `operation` request with no, some or all optional fields. */
export const requestFields = (
  operation: OperationName,
  filling: Filling,
): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
  const { required, optional } = specified[operation].arbitrary
  if (filling === 'no') return fc.record({ ...required })
  const requiredKeys = Object.keys(filling === 'all' ? { ...required, ...optional } : required)
  return fc.record({ ...required, ...optional }, { requiredKeys })
}
