import { ok, type Result } from '../result.ts'
import { finishRecord } from './participant-record.ts'
import type { ParticipantProfile } from './profile.ts'
import { readRecords, type ReadingOptions } from './read-records.ts'
import { notSplittable, sliceOf, type Range } from './split-participants.ts'

/** A participant's data, without its place in the file. */
const saysOf = (profile: ParticipantProfile): string =>
  JSON.stringify(profile, (key, value: unknown) => (key === 'line' ? undefined : value))

/**
 * For each participant of a file, or only the one at `only`, the parts of the text that make a file of that participant
 * alone, see `split-participants.ts`. Each is read again and must give the same participant as the whole file;
 * otherwise fails with `participant.notSplit`. Also fails as reading does.
 */
export const splitFile = (
  text: string,
  options: ReadingOptions = {},
  only: number | null = null,
): Result<readonly (readonly Range[])[]> => {
  const whole = readRecords(text, options)
  if (!whole.ok) return whole
  const { records, begun, places } = whole.value
  const slices = places.slices(text)
  if (slices === null)
    return notSplittable('its participants do not stand in elements of their own.')
  const parts: (readonly Range[])[] = []
  for (const [index, record] of records.entries()) {
    if (only !== null && index !== only) continue
    const ranges = slices(begun[index] ?? -1)
    const alone = readRecords(sliceOf(text, ranges), options)
    const [first, second] = alone.ok ? alone.value.records : []
    if (
      first === undefined ||
      second !== undefined ||
      saysOf(finishRecord(first)) !== saysOf(finishRecord(record))
    ) {
      return notSplittable(
        `what belongs to the participant of line ${record.line} does not stand in an element of its own.`,
      )
    }
    parts.push(ranges)
  }
  return ok(parts)
}
