import { readFileSync } from 'node:fs'
import { z } from 'zod'

const ids = z.array(z.number())
const about = { id: z.number(), test: z.string() }

/** What a process that runs tests tells the one that started it: a line of JSON in a file, so that a crash loses none. */
const noteSchema = z.discriminatedUnion('kind', [
  /** Asked while files were loaded: what is computed then cannot be changed by a later test. */
  z.object({ kind: z.literal('imported'), ids }),
  z.object({ kind: z.literal('reached'), ids }),
  z.object({ kind: z.literal('begun'), ...about }),
  z.object({ kind: z.literal('survived'), ...about }),
  z.object({ kind: z.literal('killed'), ...about, why: z.string(), late: z.boolean() }),
  /** A test that fails or is slow as it is: it is asked about no mutant. */
  z.object({ kind: z.literal('passedOver'), test: z.string(), why: z.string() }),
  /** All tests of the file were run, and no mutant left anything behind that makes another one fail. */
  z.object({ kind: z.literal('done'), file: z.string() }),
])

export type Note = z.infer<typeof noteSchema>

export const notesIn = (file: string): readonly Note[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => noteSchema.parse(JSON.parse(line)))

/** The numbers of the mutants that are asked for. */
export const wantedIn = (file: string): readonly number[] =>
  ids.parse(JSON.parse(readFileSync(file, 'utf8')))
