import type { RosterFigures, RosterRow, RosterView } from '#shared/forecasts/roster.ts'

/** Rows of a roster like from main, changed by `over`. */

export const rosterFigures = (over: Partial<RosterFigures> = {}): RosterFigures => ({
  recordId: 'record-1',
  savedAt: '2026-11-20T14:20:00Z',
  typical: 3120,
  typicalPercentile: 50,
  poor: 2410,
  poorPercentile: 10,
  need: 4022,
  needSource: 'service',
  verdict: 'short',
  typicalGap: -902,
  poorGap: -1612,
  adds: 688,
  retireAt: null,
  ...over,
})

export const aRosterRow = (over: Partial<RosterRow> = {}): RosterRow => ({
  row: 0,
  fileName: 'team.xml',
  participantId: `P-${over.row ?? 0}`,
  name: 'Marcus Bell',
  dateOfBirth: '1979-02-01',
  doubts: [],
  marks: [],
  sendable: true,
  running: false,
  figures: null,
  problem: null,
  lastTalk: null,
  ...over,
})

export const aRoster = (
  rows: readonly RosterRow[],
  over: Partial<RosterView> = {},
): RosterView => ({
  rosterId: 'roster-1',
  name: 'team.xml',
  kind: 'file',
  files: 1,
  leftOut: 0,
  environment: { id: 'training', name: 'Training', kind: 'training', place: 'training' },
  rows: [...rows],
  running: false,
  why: '',
  lastRun: null,
  ...over,
})
