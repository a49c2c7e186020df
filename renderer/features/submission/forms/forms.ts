import type { Component } from 'vue'
import type { FileSubmission } from '#shared/express/operations.ts'
import Enroll from './enroll.vue'
import Implement from './implement.vue'

/** The form of each submission about an open participant. Opt-outs have their own desk, `features/desk`. */
export const forms: Readonly<Record<FileSubmission, Component>> = {
  enroll: Enroll,
  implement: Implement,
}
