import { describe, expect, test } from 'vitest'
import { decodeParticipantBytes } from '#electron/core/participant/decode-bytes.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import { fileEncodings } from '#test/support/people/file-encoding.ts'
import { peopleFiles } from '#test/support/people/people-files.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'

const count = 150
const seed = '7'
const files = peopleFiles(count, seed)
const people = randomPeople(count, seed)

/** A file as the program reads it. */
const read = (bytes: Uint8Array) => {
  const decoded = decodeParticipantBytes(bytes)
  if (!decoded.ok) throw new Error(decoded.error.message)
  const reading = readParticipantXml(decoded.value.text)
  if (!reading.ok) throw new Error(reading.error.message)
  return {
    encoding: decoded.value.encoding,
    warnings: decoded.value.warnings,
    participants: reading.value.participants,
  }
}

describe(`${count} random people (seed ${seed})`, () => {
  test('are written as the same bytes for the same seed, and as different bytes for another seed', () => {
    expect(peopleFiles(count, seed)).toEqual(files)
    expect(peopleFiles(count, '8')[0]?.bytes).not.toEqual(files[0]?.bytes)
  })

  test('come in every encoding, in files with one or several people, and no two files have the same name', () => {
    for (const { name } of fileEncodings)
      expect(files.map(({ encoding }) => encoding)).toContain(name)
    expect(files.some((file) => file.people > 1)).toBe(true)
    expect(files.reduce((sum, file) => sum + file.people, 0)).toBe(count)
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  })

  test('are in files that open in the intended encoding, accents included', () => {
    const shown = ({
      userId,
      firstName,
      lastName,
      dateOfBirth,
      salary,
    }: (typeof people)[number] | ParticipantProfile) => ({
      userId,
      firstName,
      lastName,
      dateOfBirth,
      salary,
    })
    const opened = files.flatMap(({ bytes, encoding, name }) => {
      const { encoding: found, warnings, participants } = read(bytes)
      expect(warnings, name).toEqual([])
      // The reader reports pure ASCII as UTF-8, which is also correct.
      expect(found.toLowerCase(), name).toContain(
        encoding === 'US-ASCII' ? 'utf-8' : encoding.toLowerCase(),
      )
      return participants
    })
    expect(opened.map(shown)).toEqual(people.map(shown))
  })

  test('can all be forecast', () => {
    for (const { bytes } of files) {
      for (const profile of read(bytes).participants) {
        const { StrategyOutput } = forecast({ profile, today: '2026-11-20', paths: 20 })
        expect(
          StrategyOutput[0]?.Percentile[1]?.SustainableRetirementIncome,
          profile.userId,
        ).toBeGreaterThanOrEqual(0)
      }
    }
  }, 60_000)

  test('have mixes that add up to 100', () => {
    for (const { plans, userId } of people) {
      for (const { mix } of plans)
        expect(
          Object.values(mix).reduce((sum, share) => sum + share, 0),
          userId,
        ).toBe(100)
    }
  })
})
