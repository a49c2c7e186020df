import type { AppInfo } from '#shared/settings/settings.ts'
import type { ConnectionTest, Destination } from '#shared/settings/environment.ts'
import type { NetworkView } from '#shared/settings/network.ts'
import type { ActivityService } from '../activity/activity.ts'
import type { WatchedServices } from '../activity/watch-services.ts'
import type { EnvironmentViews } from '../environments/environment-views.ts'
import type { Exports } from './exports.ts'
import type { Traffic } from '../http/traffic/traffic.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Lock } from '../lock/lock.ts'
import type { Practice } from '../environments/practice/practice.ts'
import type { Lists } from '../lists/lists.ts'
import type { Mapping } from '../participant/participant-parts.ts'
import type { Rosters } from '../call-first/rosters.ts'
import type { ReceiptPdfs } from '../report/receipt/receipt-pdfs.ts'
import type { Reports } from '../report/reports.ts'
import type { Scenarios } from '../forecast/scenarios.ts'
import type { createMarksOf } from '../submission/marks.ts'
import type { Submissions } from '../submission/submissions.ts'
import type { TokenSource } from '../environments/credentials/token/token-source.ts'
import {
  contract,
  type ChannelName,
  type ParsedRequestOn,
  type ResponseOn,
} from '#shared/ipc/contract.ts'
import type { Envelope } from '#shared/ipc/envelope.ts'
import { plain } from '#shared/plain.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { z } from 'zod'

export interface RouteNeeds extends WatchedServices {
  readonly info: () => Promise<AppInfo>
  readonly reopenKeychain: () => Promise<AppInfo>
  readonly views: EnvironmentViews
  readonly tokens: TokenSource
  readonly testConnection: (to: Destination, job: Job) => Promise<ConnectionTest>
  readonly mapping: Mapping
  readonly marksOf: ReturnType<typeof createMarksOf>
  readonly scenarios: Scenarios
  readonly rosters: Rosters
  readonly submissions: Submissions
  readonly lists: Lists
  readonly jobs: Jobs
  readonly traffic: Traffic
  readonly networkView: () => Promise<NetworkView>
  readonly practice: Practice
  readonly activity: ActivityService
  readonly lock: Lock
  readonly receipts: ReceiptPdfs
  readonly reports: Reports
  readonly exports: Exports
}

export type Routes = {
  readonly [C in ChannelName]: (
    request: ParsedRequestOn<C>,
  ) => Promise<Result<ResponseOn<C>>> | Result<ResponseOn<C>>
}

export const nothing: Result<Record<string, never>> = ok({})
export const orNothing = (result: Result<unknown>): Result<Record<string, never>> =>
  result.ok ? nothing : result

/** A handler for `work`, which cannot fail and has no answer. */
export const doing =
  <I>(work: (request: I) => void) =>
  (request: I) => {
    work(request)
    return nothing
  }

/** The contract in a form that lets the compiler follow one channel from name to answer. */
const requests: {
  readonly [C in ChannelName]: { readonly request: z.ZodType<ParsedRequestOn<C>> }
} = contract
const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType } } = contract

const whereWrong = (error: z.ZodError) =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || '(all)'}: ${issue.message}`)
    .join('; ')

/**
 * Unknown in, envelope out. A payload outside the contract gives `ipc.invalidRequest`, a reply outside it
 * `ipc.invalidReply`. The value crosses alike in both hosts. Throws only for bugs.
 */
export const ask = async <C extends ChannelName>(
  channel: C,
  answer: Routes[C],
  payload: unknown,
): Promise<Envelope> => {
  const request = requests[channel].request.safeParse(payload)
  if (!request.success) {
    return fail({
      code: 'ipc.invalidRequest',
      message: 'The page asked for something in a form the program does not understand.',
      details: whereWrong(request.error),
    })
  }
  const result = await answer(request.data)
  if (!result.ok) return result
  const response = responses[channel].response.safeParse(result.value)
  if (response.success) return { ok: true, value: plain(response.data) }
  return fail({
    code: 'ipc.invalidReply',
    message: 'The program produced an answer that it does not understand itself.',
    details: whereWrong(response.error),
  })
}
