import type {
  ActivityAction,
  ActivityCheck,
  ActivityOutcome,
  ActivityPage,
} from '#shared/activity/activity.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import { count, dateTime, plural } from '../../lib/format.ts'
import { outcomeLooks as submissionLooks } from '../../ui/outcome-looks.ts'

export const actionWords: Record<ActivityAction, string> = {
  start: 'Program started',
  open: 'Opened a participant',
  forecast: 'Ran a forecast',
  view: 'Looked at a saved result',
  export: 'Exported',
  print: 'Printed',
  settings: 'Changed settings',
  question: 'Asked a person',
  credentialsWritten: 'Saved credentials',
  credentialsForgotten: 'Forgot credentials',
  authorityConfirmed: 'Confirmed an authority',
  authorityRemoved: 'Removed an authority',
  submission: 'Submission',
  list: 'List of opt-outs',
  verify: 'Checked this log',
  retention: 'Removed old years',
  remove: 'Removed a result or list',
  backup: 'Backed up',
  restore: 'Restored from a backup',
  import: 'Imported results',
  removeEverything: 'Removed everything',
  hold: 'Put a client under a legal hold',
  liftHold: 'Lifted a legal hold',
  olderData: 'Older data found',
  recovery: 'Recovery',
  lock: 'Lock',
  unlock: 'Unlock',
}

const plain = (label: string) => ({ label, colour: 'neutral' as const })

/** Label and color of each outcome; red only if something is left to do. */
export const outcomeLooks = {
  done: plain('Done'),
  failed: { label: 'Failed', colour: 'warning' },
  cancelled: plain('Canceled'),
  prepared: plain('Made ready to save'),
  keychainKey: plain('Key in the keychain'),
  sessionKey: { label: 'Key until Glidepath closes', colour: 'warning' },
  intended: plain('Intended'),
  sending: plain('Sending'),
  ...submissionLooks,
  settledAccepted: { label: settledLabel({ wentThrough: true }), colour: 'success' },
  settledNotSent: { label: settledLabel({ wentThrough: false }), colour: 'neutral' },
  opened: plain('Opened'),
  started: plain('Started'),
  paused: plain('Paused'),
  passphraseSet: plain('Passphrase set'),
  passphraseRemoved: { label: 'Passphrase removed', colour: 'warning' },
  encryptionOn: plain('Passphrase encrypts'),
  encryptionOff: { label: 'Passphrase no longer encrypts', colour: 'warning' },
  kitMade: plain('Code made'),
  kitTaken: plain('Code kept'),
  kitUsed: { label: 'Opened with the code', colour: 'warning' },
  startedAnew: { label: 'Started anew', colour: 'warning' },
  // The entry for a check does not say how many entries were checked.
  intact: { label: 'No change found', colour: 'success' },
  tampered: { label: 'Changed from outside', colour: 'error' },
  recordsMissing: { label: 'Records missing', colour: 'error' },
  unknownFolder: { label: 'Folder not known', colour: 'error' },
  otherDatabase: { label: 'Another database', colour: 'error' },
} as const satisfies Record<ActivityOutcome, { label: string; colour: string }>

const titleOf = ({ problems }: ActivityCheck) => {
  const only = (kind: ActivityCheck['problems'][number]['kind']) =>
    problems.every((problem) => problem.kind === kind)
  if (only('damaged')) return 'The database is damaged'
  return only('olderData')
    ? 'Glidepath found older data than it had left'
    : 'This log was changed from outside the program'
}

export const stateWords = (
  check: ActivityCheck | null,
  kept: ActivityPage['kept'] | null,
  total: number,
) => {
  const why =
    kept?.key === 'memory'
      ? [
          `Chained with a key that lasts until Glidepath closes: ${kept.why} Earlier records cannot be checked now.`,
        ]
      : []
  if (check === null) {
    const title = 'Being checked…'
    return { icon: 'i-lucide-hourglass', colour: 'neutral' as const, title, lines: why }
  }
  const when = `Checked ${dateTime(check.at)}, when it ${check.records === 0 ? 'was empty' : `held ${plural(check.records, 'record')}`}.`
  const since = Math.max(0, total - check.records)
  // The check itself adds one entry, so one new entry is not reported.
  if (check.state === 'intact' && since > 1) {
    return {
      icon: 'i-lucide-shield',
      colour: 'neutral' as const,
      title:
        check.records === 0
          ? `None of ${plural(total, 'record')} is checked yet`
          : `${count(check.records)} of ${plural(total, 'record')} checked: nothing in them was changed, removed or moved`,
      lines: [
        `${when} The ${count(since)} noted since are not checked yet; Verify now checks all.`,
        ...why,
      ],
    }
  }
  if (check.state === 'intact') {
    return {
      icon: 'i-lucide-shield-check',
      colour: 'success' as const,
      title: `Intact: of ${plural(check.records, 'record')} checked, none was changed, removed or moved`,
      lines: [when, ...why],
    }
  }
  const more = check.more > 0 ? [`And ${count(check.more)} more.`] : []
  const problems = check.problems.map(({ message }) => message)
  return {
    icon: 'i-lucide-shield-alert',
    colour: 'error' as const,
    title: titleOf(check),
    lines: [when, ...problems, ...more, ...why],
  }
}
