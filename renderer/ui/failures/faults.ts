import { shallowRef, type App, type ShallowRef } from 'vue'

/** A bug that surfaced: shown in a panel that a person can leave, never as a blank window. */
export interface Fault {
  readonly message: string
  readonly details: string
}

/** The fault on screen, or `null`; one for the whole page. */
export const currentFault: ShallowRef<Fault | null> = shallowRef(null)

export const reportFault = (cause: unknown): void => {
  const message = cause instanceof Error ? cause.message : String(cause)
  currentFault.value = {
    message,
    details: cause instanceof Error ? (cause.stack ?? message) : message,
  }
}

/** Sends every uncaught error of the page to {@link reportFault}; a chart's resize notice is none. */
export const catchAll = (app: App): void => {
  app.config.errorHandler = reportFault
  window.addEventListener('error', (event) => {
    if (event.message.startsWith('ResizeObserver loop')) return
    event.preventDefault()
    reportFault(event.error ?? event.message)
  })
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    reportFault(event.reason)
  })
}
