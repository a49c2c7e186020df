/**
 * Names only, so that the sandboxed preload script can be bundled without zod. `contract.ts` is the authority; the
 * contract test holds the two lists equal.
 */
export const channelNames = [
  'app.info',
  'settings.get',
  'settings.change',
  'environments.list',
  'environments.save',
  'environments.remove',
  'environments.select',
  'credentials.save',
  'credentials.forget',
  'session.test',
  'session.renew',
  'session.forget',
  'participant.examples',
  'participant.open',
  'participant.choose',
  'participant.text',
  'participant.close',
  'participant.recents',
  'participant.forgetRecents',
  'forecast.run',
  'forecast.caseInformation',
  'job.cancel',
  'submission.review',
  'submission.send',
  'submission.discard',
  'submission.settle',
  'library.list',
  'library.open',
  'library.verbatim',
  'library.remove',
  'activity.list',
  'activity.verify',
  'activity.export',
  'activity.recordUse',
] as const

export const eventNames = ['job.progress', 'environments.changed', 'library.changed', 'menu.command'] as const
