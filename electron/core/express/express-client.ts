import type {
  ComputeOperation,
  OperationName,
  SubmissionOperation,
} from '#shared/express/operations.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ExpressBody } from './body-for.ts'
import type { SubmissionAttempt } from './classify-submission.ts'
import { compute, type ComputeNeeds, type ComputeOptions, type ExpressAnswer } from './compute.ts'
import { addressOf, createSending, type SendingNeeds } from './sending.ts'
import { submit, type SubmitNeeds, type SubmitOptions } from './submit.ts'

type ExpressClientNeeds = SendingNeeds & ComputeNeeds & SubmitNeeds

export interface ExpressClient {
  /** See {@link compute}. */
  compute(
    operation: ComputeOperation,
    environmentId: string,
    body: ExpressBody,
    options?: ComputeOptions,
  ): Promise<Result<ExpressAnswer>>
  /** See {@link submit}. */
  submit(
    operation: SubmissionOperation,
    environmentId: string,
    body: ExpressBody,
    options: SubmitOptions,
  ): Promise<SubmissionAttempt>
  /** The URL of an operation's requests. */
  readonly urlOf: (operation: OperationName, environmentId: string) => Promise<Result<string>>
}

export const createExpressClient = (needs: ExpressClientNeeds): ExpressClient => {
  const sending = createSending(needs)
  return {
    compute: (...what) => compute(needs, sending, ...what),
    submit: (...what) => submit(needs, sending, ...what),
    urlOf: async (operation, environmentId) => {
      const environment = await needs.environments.use(environmentId)
      return environment.ok ? ok(addressOf(operation, environment.value)) : environment
    },
  }
}
