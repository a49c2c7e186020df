/** Tables with sealed rows. */
export const sealedTables = [
  'results',
  'lists',
  'list_pieces',
  'ended_calls',
  'recent_files',
  'activity_chain',
  'desk_texts',
  'plans',
] as const
export type SealedTable = (typeof sealedTables)[number]

const sealed = (name: SealedTable, more = ''): string => `
CREATE TABLE ${name} (
  id TEXT PRIMARY KEY,${more}
  revision INTEGER NOT NULL,
  key_id BLOB NOT NULL,
  wrapped_key BLOB NOT NULL,
  body BLOB NOT NULL
) STRICT;`

const found = `
  kind TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  summary BLOB NOT NULL,`

const activity = `
CREATE TABLE activity (
  n INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  who INTEGER NOT NULL,
  action TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  mac TEXT NOT NULL
) STRICT;`

/**
 * The steps of the schema in order; step n leads to version n. What is of a person is only in the columns `summary` and
 * `body`, sealed. Until a release a step may still be rewritten.
 */
export const migrations: readonly string[] = [
  [
    sealed('results', found),
    sealed('lists'),
    sealed('list_pieces'),
    sealed('ended_calls'),
    sealed('recent_files'),
  ].join(''),
  [sealed('activity_chain'), activity].join(''),
  [sealed('desk_texts'), sealed('plans')].join(''),
]
