import { serveJobs } from '../../../workers/serve-jobs.ts'
import { answerRequestSchema, readAnswer } from './read-answer.ts'

serveJobs(answerRequestSchema, readAnswer)
