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
  'holds',
  'drafts',
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
  change TEXT NOT NULL,
  mac TEXT NOT NULL
) STRICT;`

/**
 * Rows outlive their receipts, so `receipt_id` refers to nothing. Digests are keyed; `key_id` names their key.
 * `submissions_twice` holds every column that no other index holds a second time, so that SQLite's integrity check
 * notices a changed bit in any of them.
 */
const submissions = `
CREATE TABLE submissions (
  id TEXT PRIMARY KEY,
  receipt_id TEXT NOT NULL,
  receipt_number TEXT NOT NULL,
  operation TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  environment_kind TEXT NOT NULL,
  state TEXT NOT NULL,
  begun INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  unkept INTEGER NOT NULL,
  sent_at TEXT NOT NULL,
  counts_from TEXT,
  key_id TEXT NOT NULL,
  list_id TEXT,
  list_row INTEGER,
  list_attempt INTEGER,
  standing TEXT
) STRICT;
CREATE INDEX submissions_by_key ON submissions (key_id);
CREATE INDEX submissions_by_list ON submissions (list_id);
CREATE INDEX submissions_by_state ON submissions (state);
CREATE INDEX submissions_by_time ON submissions (sent_at);
CREATE INDEX submissions_twice ON submissions (
  receipt_id, receipt_number, operation, environment_id, environment_kind,
  begun, settled, unkept, counts_from, list_row, list_attempt
);
CREATE TABLE submission_traits (
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (submission_id, kind, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_traits_by_digest ON submission_traits (digest);`

/**
 * Which master key seals the rows, even while there are none, and this key sealed by each recovery code: `made` was
 * shown, `taken` was confirmed.
 */
const masterKey = `
CREATE TABLE master_key (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  key_id BLOB NOT NULL
) STRICT;
CREATE TABLE recovery_codes (
  state TEXT PRIMARY KEY CHECK (state IN ('made', 'taken')),
  key_id BLOB NOT NULL,
  sealed_key BLOB NOT NULL
) STRICT;`

/**
 * The steps of the schema in order; step n leads to version n. Data about a person is only in the columns `summary` and
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
  submissions,
  masterKey,
  [sealed('holds'), sealed('drafts')].join(''),
]
