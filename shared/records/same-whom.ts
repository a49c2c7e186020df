import { identityKey } from '../identity-key.ts'
import type { RecordSummary } from './record.ts'

/** Whether two saved results are about the same participant at the same service. */
export const sameWhom = (
  one: Pick<RecordSummary, 'subject' | 'environment'>,
  other: Pick<RecordSummary, 'subject' | 'environment'>,
): boolean => {
  const [id, otherId] = [
    identityKey(one.subject.participantId),
    identityKey(other.subject.participantId),
  ]
  const samePerson =
    id === '' && otherId === ''
      ? one.subject.name === other.subject.name && one.subject.name !== ''
      : id === otherId
  return (
    samePerson &&
    one.environment.id === other.environment.id &&
    (one.environment.place ?? '') === (other.environment.place ?? '')
  )
}
