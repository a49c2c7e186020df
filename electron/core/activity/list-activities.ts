import type { ListAction } from '../desk/lists/list-needs.ts'
import type { Activity } from './log.ts'

/** What the log notes about a list of opt-outs. */
export const listActivities: Readonly<Record<ListAction, Pick<Activity, 'action' | 'outcome'>>> = {
  opened: { action: 'list', outcome: 'opened' },
  started: { action: 'list', outcome: 'started' },
  paused: { action: 'list', outcome: 'paused' },
  done: { action: 'list', outcome: 'done' },
  exported: { action: 'export', outcome: 'prepared' },
}
