import type { AppInfo } from '#shared/settings/settings.ts'
import type { ConnectionTest, Destination } from '#shared/settings/environment.ts'
import type { NetworkView } from '#shared/settings/network.ts'
import type { ActivityService } from '../activity/activity.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Environments } from '../environments/environments.ts'
import type { EnvironmentViews } from '../environments/environment-views.ts'
import type { Exports } from '../exports/exports.ts'
import type { Traffic } from '../http/traffic/traffic.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { Job, Jobs } from './jobs.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Lock } from '../lock/lock.ts'
import type { Network } from '../ports.ts'
import type { Practice } from '../environments/practice/practice.ts'
import type { Lists } from '../desk/lists/lists.ts'
import type { Desk } from '../desk/desk.ts'
import type { Mapping } from '../participant/mapping-store.ts'
import type { Participants } from '../participant/participants.ts'
import type { Rosters } from '../forecasts/all/rosters.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { ReceiptPdfs } from '../exports/pdf/receipt-pdfs.ts'
import type { Reports } from '../exports/report/reports.ts'
import type { Scenarios } from '../forecasts/scenarios.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Submissions } from '../submissions/submissions.ts'
import type { TokenSource } from '../credentials/token/token-source.ts'

/** The services behind the channels; `create-core.ts` builds them. */
export interface RouteNeeds {
  readonly info: () => Promise<AppInfo>
  readonly reopenKeychain: () => Promise<AppInfo>
  readonly settings: SettingsStore
  readonly environments: Environments
  readonly views: EnvironmentViews
  readonly credentials: Credentials
  readonly tokens: TokenSource
  readonly testConnection: (to: Destination, job: Job) => Promise<ConnectionTest>
  readonly participants: Participants
  readonly mapping: Mapping
  readonly forecasts: Forecasts
  readonly scenarios: Scenarios
  readonly rosters: Rosters
  readonly submissions: Submissions
  readonly desk: Desk
  readonly lists: Lists
  readonly plans: PlanDirectory
  readonly savedRecords: SavedRecords
  readonly jobs: Jobs
  readonly traffic: Traffic
  readonly network: Network
  readonly networkView: () => Promise<NetworkView>
  readonly practice: Practice
  readonly activity: ActivityService
  readonly lock: Lock
  readonly receipts: ReceiptPdfs
  readonly reports: Reports
  readonly exports: Exports
}
