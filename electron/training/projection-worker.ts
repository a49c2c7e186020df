import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { serveJobs } from '../workers/serve-jobs.ts'
import { projectionJobSchema, runProjection } from './run-projection.ts'

// The pool marks a worker that must yield to other threads. Only Linux has per-thread priorities;
// on other systems this would slow the whole program.
if (workerData === 'yields' && process.platform === 'linux') setPriority(5)

serveJobs(projectionJobSchema, runProjection)
