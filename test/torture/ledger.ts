import type { SubmissionOutcome } from '#shared/records/receipt.ts'
import { lieIn } from './faults.ts'
import type { Expected, Found, Piece } from './work-task.ts'

/** What must be there, by what was said: kept outside the program, which may be killed at any moment. */
export const createLedger = () => {
  let results = new Map<string, Expected>()
  /** Of forecasts; a service's answer never changes. */
  const verbatims = new Map<string, string>()
  /** The last known outcome of each submission, also without its receipt. */
  const outcomes = new Map<string, SubmissionOutcome>()
  const numbers = new Map<string, number>()
  const backups = new Map<string, ReadonlyMap<string, Expected>>()
  const files = new Map<string, Readonly<Record<string, Expected>>>()
  /** A person's findings, which the service need not agree with. */
  const settled = new Set<string>()
  /** Submissions that were said not to have been sent. */
  const unsent = new Map<string, number>()
  let codes: readonly string[] = []
  let spentCode: string | null = null
  let underWay: Piece | null = null

  /** What a source brings: everything that is not there. */
  const missingOf = (source: Iterable<readonly [string, Expected]>) => {
    const changes: Record<string, Expected> = {}
    for (const [key, value] of source) {
      if (results.has(key)) continue
      const outcome = outcomes.get(key)
      // A receipt older than what is known of its submission says what is known.
      changes[key] = outcome === undefined ? value : `${value}|outcome:${outcome}`
    }
    return changes
  }
  const changesOf = ({ work, name = '', changes = {} }: Piece) => {
    if (work === 'restore') return missingOf(backups.get(name) ?? [])
    return work === 'import' ? missingOf(Object.entries(files.get(name) ?? {})) : changes
  }
  const apply = (changes: Readonly<Record<string, Expected>>) => {
    const after = new Map(results)
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) after.delete(key)
      else after.set(key, value)
    }
    return after
  }

  const fits = (expected: Expected, found: Found['results'][string]): boolean =>
    expected
      ?.split('|')
      .some((one) => one === '*' || one === found.digest || one === `outcome:${found.outcome}`) ??
    false

  const differences = (expected: ReadonlyMap<string, Expected>, found: Found['results']) => [
    ...[...expected].flatMap(([key, value]) => {
      const there = found[key]
      if (there === undefined) return [{ key, what: 'is lost' }]
      return fits(value, there)
        ? []
        : [{ key, what: `is another (${value} expected, ${there.digest} ${there.outcome ?? ''})` }]
    }),
    ...Object.keys(found)
      .filter((key) => !expected.has(key))
      .filter((key) => !(unsent.has(key) && found[key]?.outcome === 'notSent'))
      .map((key) => ({ key, what: 'is there, though it was never kept, or was removed' })),
  ]

  /** What still contradicts; nothing if the work under way is whole or absent. */
  const contradictions = (found: Found['results']) => {
    const before = differences(results, found)
    if (underWay === null || before.length === 0) return before
    // One forecast may be new, or have one more run.
    if (underWay.work === 'forecast')
      return before.length === 1 &&
        before.every(({ key, what }) => key.startsWith('forecast ') && what !== 'is lost')
        ? []
        : before
    const after = differences(apply(changesOf(underWay)), found)
    return after.length === 0 ? [] : before
  }

  return {
    begin: (piece: Piece): void => {
      underWay = piece
      if (piece.number !== undefined)
        for (const key of Object.keys(piece.changes ?? {})) numbers.set(key, piece.number)
      if (piece.work === 'settle')
        for (const key of Object.keys(piece.changes ?? {})) settled.add(key)
      if (piece.code !== undefined) codes = [...codes, piece.code]
    },
    done: (piece: Piece): void => {
      const asBegun = underWay
      underWay = null
      results = apply(changesOf({ ...asBegun, ...piece }))
      for (const key of Object.keys(piece.changes ?? {}))
        if (piece.outcome !== undefined) outcomes.set(key, piece.outcome)
      if (piece.work === 'backUp') backups.set(piece.name ?? '', new Map(results))
      if (piece.contents) files.set(piece.name ?? '', piece.contents)
      if (piece.code !== undefined) {
        spentCode = codes.find((code) => code !== piece.code) ?? spentCode
        codes = [piece.code]
      }
    },
    /** The person was told that nothing was done, and of a submission that nothing was sent. */
    refused: (piece: Piece): void => {
      underWay = null
      if (piece.number === undefined) return
      for (const key of Object.keys(piece.changes ?? {})) {
        numbers.delete(key)
        unsent.set(key, piece.number)
      }
    },
    /** Names of acknowledged backups and exports, and numbers of submissions that may have been carried out. */
    known: () => ({
      backups: [...backups.keys()].slice(-8),
      files: [...files.keys()].slice(-8),
      sent: [...numbers]
        .filter(([key]) => ['accepted', 'inDoubt'].includes(outcomes.get(key) ?? ''))
        .map(([, number]) => number)
        .slice(-60),
    }),
    /** One of these recovery codes opens everything; `spent` no longer does. */
    codes: () => ({ valid: codes, spent: spentCode }),
    /** What differs from what was found last, or is lost; only right after a start. */
    differs: (found: Found['results']): readonly string[] =>
      contradictions(found).map(({ key, what }) => `${key} ${what}`),

    /**
     * Compares what was found after a start with what was said. `times` counts how often the service carried out a
     * submission. What was found counts from then on.
     */
    compare: (found: Found, times: (number: number) => number): readonly string[] => {
      const during = underWay === null ? '' : `, during ${underWay.work}`
      const broken = [
        ...found.problems,
        ...contradictions(found.results).map(({ key, what }) => `${key} ${what}${during}`),
      ]
      for (const [key, { verbatim, outcome }] of Object.entries(found.results)) {
        const before = verbatims.get(key) ?? verbatim
        if (before !== verbatim) broken.push(`${key} has another answer`)
        verbatims.set(key, before)
        if (outcome !== null) outcomes.set(key, outcome)
      }
      for (const number of unsent.values())
        if (times(number) > 0)
          broken.push(`submission ${number} was sent, though it was said not to be`)
      unsent.clear()
      for (const [key, number] of numbers) {
        const outcome = outcomes.get(key) ?? 'nothing'
        const lie = lieIn(settled.has(key) ? 'inDoubt' : outcome, times(number))
        if (lie !== '') broken.push(`submission ${number}: ${lie}${during}`)
      }
      results = new Map(Object.entries(found.results).map(([key, { digest }]) => [key, digest]))
      underWay = null
      return broken
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
