import { readFileSync } from 'node:fs'
import { z } from 'zod'

const ids = z.array(z.number())
const about = { id: z.number(), test: z.string() }

/** A note of a test process to its parent: a line of JSON in a file, so that a crash loses none. */
const noteSchema = z.discriminatedUnion('kind', [
  /** Mutants reached while files load: a later test cannot change what is computed then. */
  z.object({ kind: z.literal('imported'), ids }),
  z.object({ kind: z.literal('reached'), ids }),
  z.object({ kind: z.literal('begun'), ...about }),
  z.object({ kind: z.literal('survived'), ...about }),
  z.object({ kind: z.literal('killed'), ...about, why: z.string(), late: z.boolean() }),
  /** A test that fails or is slow without a mutant; it runs with none. */
  z.object({ kind: z.literal('passedOver'), test: z.string(), why: z.string() }),
  /** All tests of the file ran, and no mutant left state behind that makes another test fail. */
  z.object({ kind: z.literal('done'), file: z.string() }),
])

export type Note = z.infer<typeof noteSchema>

export const notesIn = (file: string): readonly Note[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => noteSchema.parse(JSON.parse(line)))

/** Ids of the wanted mutants. */
export const wantedIn = (file: string): readonly number[] =>
  ids.parse(JSON.parse(readFileSync(file, 'utf8')))
