import { serveJobs } from '../../workers/serve-jobs.ts'
import { inspect } from './inspect.ts'
import { inspectionJobSchema } from './inspection.ts'

serveJobs(inspectionJobSchema, inspect)
