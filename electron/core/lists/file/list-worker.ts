import { serveJobs } from '../../../workers/serve-jobs.ts'
import { listRequestSchema } from './list-messages.ts'
import { createListTasks } from './list-task.ts'

serveJobs(listRequestSchema, createListTasks().run)
