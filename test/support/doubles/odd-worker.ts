import { z } from 'zod'
import { serveJobs } from '#electron/workers/serve-jobs.ts'

/**
 * A participant worker that misbehaves. Depending on the first letter of a job's bytes or text, it
 * hangs (`h`), crashes (`c`), fills memory (`m`), or otherwise finds no participant.
 */
const eaten: number[][] = []

const jobs = z.object({ bytes: z.instanceof(Uint8Array).optional(), text: z.string().optional() })

serveJobs(jobs, ({ bytes, text }) => {
  const wish = bytes ? String.fromCharCode(bytes[0] ?? 0) : text
  if (wish === 'c') throw new Error('crash on request')
  while (wish === 'h') eaten.length = 0
  while (wish === 'm') eaten.push(Array.from({ length: 100_000 }, (_, index) => index))
  return { ok: false, error: { code: 'participant.noParticipant', message: 'nobody' } }
})
