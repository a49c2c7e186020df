import type { Equivalent } from '../equivalents.ts'

const read = 'shared/express/read'

export const inReading: readonly Equivalent[] = [
  {
    file: `${read}/answer.ts`,
    place: 'if (!first.ok) return first',
    changes: [['!first.ok', 'false']],
    reason: 'A failure has no value, so that it is handed on a line further down.',
  },
  {
    file: `${read}/read-submission.ts`,
    place: 'return first ? agreed(',
    changes: [['first', 'true']],
    reason: 'Without a first there are no others, and nothing to agree on: no result, either way.',
  },
  {
    file: `${read}/read-submission.ts`,
    place: 'isResult: false',
    changes: [['false', 'true']],
    reason:
      'What the outermost object says is read as the result, or stands around it and counts for that.',
  },
]
