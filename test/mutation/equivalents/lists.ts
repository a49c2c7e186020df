import type { Equivalent } from '../equivalents.ts'

const folder = 'electron/core/desk/lists'
const everyRow =
  'Every row of the list is there and has a state; the question is there for the types.'
const checkedFor =
  'A list with its rows at hand was checked for an environment; the question is there for the types.'

export const inLists: readonly Equivalent[] = [
  {
    file: `${folder}/sending/brakes.ts`,
    place: 'let waitUntil = 0',
    changes: [['0', '0 + 1']],
    reason: 'Both are before the run began, so that nothing is waited for.',
  },
  {
    file: `${folder}/sending/list-runner.ts`,
    place: '!url.ok || url.value',
    changes: [
      [
        'environments.whyElsewhere(to) !== null || !url.ok',
        'environments.whyElsewhere(to) !== null',
      ],
    ],
    reason:
      'No address is none that the list was checked for; the question is there for the types.',
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'environment !== null && environments.active()',
    changes: [
      [
        'environment !== null && environments.active().id !== environment.id',
        'environments.active().id !== environment.id',
      ],
    ],
    reason: checkedFor,
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'environment && isEnvironmentGone',
    changes: [['environment && isEnvironmentGone', 'isEnvironmentGone']],
    reason: checkedFor,
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: '!environment || environments.active()',
    changes: [
      [
        '!environment || environments.active().id !== environment.id',
        'environments.active().id !== environment.id',
      ],
    ],
    reason: checkedFor,
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'const name = environment',
    changes: [["environment?.name ?? 'another environment'", 'environment?.name']],
    reason: checkedFor,
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'const environmentId = list.stored.environment',
    changes: [
      ["''", "'mutated'"],
      ["list.stored.environment?.id ?? ''", 'list.stored.environment?.id'],
    ],
    reason: checkedFor,
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'const environmentId = environment',
    changes: [
      ["''", "'mutated'"],
      ["environment?.id ?? ''", 'environment?.id'],
    ],
    reason: checkedFor,
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'if (!list?.book) return',
    changes: [
      ['!list?.book', 'false'],
      ['return', ''],
    ],
    reason:
      'A list that is being sent is there, its rows at hand; the question is there for the types.',
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'const now = shelf.now(listId)',
    changes: [['shelf.now(listId) ?? list.value', 'shelf.now(listId)']],
    reason: 'A list that is being sent cannot be taken away; the question is there for the types.',
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'book.forgive(row',
    changes: [
      ['0', '0 + 1'],
      ['book.record(row)?.attempt ?? 0', 'book.record(row)?.attempt'],
    ],
    reason: 'A row that failed was begun; the question is there for the types.',
  },
  {
    file: `${folder}/sending/list-sending.ts`,
    place: 'waiting ?? 0',
    changes: [
      ['0', '0 + 1'],
      ['waiting ?? 0', 'waiting'],
    ],
    reason:
      'A list that is being sent is there, its rows at hand; the question is there for the types.',
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'const state = rows[row - 1]',
    changes: [
      ["'invalid'", "''"],
      ["rows[row - 1]?.state ?? 'invalid'", 'rows[row - 1]?.state'],
    ],
    reason: everyRow,
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'forgiven.get(row) ?? 0',
    changes: [['forgiven.get(row) ?? 0', 'forgiven.get(row)']],
    reason: 'No attempt is as early as none, in either form.',
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'const state = states.get(row)',
    changes: [
      ["'invalid'", "''"],
      ["states.get(row) ?? 'invalid'", 'states.get(row)'],
    ],
    reason: everyRow,
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'line: checked?.line',
    changes: [
      ['1', '1 + 1'],
      ['checked?.line ?? 1', 'checked?.line'],
    ],
    reason: everyRow,
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'participantId: checked',
    changes: [
      ["''", "'mutated'"],
      ["checked?.participantId ?? ''", 'checked?.participantId'],
    ],
    reason: everyRow,
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'plans: checked?.plans',
    changes: [
      ["''", "'mutated'"],
      [
        "checked?.plans.map(({ PlanId }) => PlanId).join(', ') ?? ''",
        "checked?.plans.map(({ PlanId }) => PlanId).join(', ')",
      ],
    ],
    reason: everyRow,
  },
  {
    file: `${folder}/list-book.ts`,
    place: 'messages: [...(checked',
    changes: [['checked?.messages ?? []', 'checked?.messages']],
    reason: everyRow,
  },
]
