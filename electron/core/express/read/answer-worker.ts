import { serveJobs } from '../../../workers/serve-jobs.ts'
import { answerJobSchema, doJob } from './read-answer.ts'

serveJobs(answerJobSchema, doJob)
