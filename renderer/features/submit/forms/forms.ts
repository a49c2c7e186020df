import type { Component } from 'vue'
import type { FileSubmission } from '#shared/express/operations.ts'
import EnrollmentForm from './enrollment-form.vue'

/**
 * The form of each submission about an open participant, which gets the `operation`. Opt-outs have their own desk:
 * `features/optout-desk`.
 */
export const forms: Readonly<Record<FileSubmission, Component>> = {
  enroll: EnrollmentForm,
  implement: EnrollmentForm,
}
