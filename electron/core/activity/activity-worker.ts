import { z } from 'zod'
import { whenOk } from '#shared/result.ts'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { openToRead } from '../database/database.ts'
import { checkLog, snapshotSchema } from './check-log.ts'

/** Checks the log on its own connection. */
serveJobs(z.strictObject({ path: z.string(), snapshot: snapshotSchema }), ({ path, snapshot }) =>
  whenOk(openToRead(path), (database) => {
    const found = checkLog(database, snapshot)
    database.close()
    return found
  }),
)
