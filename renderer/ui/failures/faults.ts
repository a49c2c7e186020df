import { shallowRef, type App, type ShallowRef } from 'vue'

/** A bug that reached the page: shown in a panel that can be closed, never as a blank window. */
export interface Fault {
  readonly message: string
  readonly details: string
}

/** The fault on screen, or `null`; the page shows one at a time. */
export const currentFault: ShallowRef<Fault | null> = shallowRef(null)

export const reportFault = (cause: unknown): void => {
  const message = cause instanceof Error ? cause.message : String(cause)
  currentFault.value = {
    message,
    details: cause instanceof Error ? (cause.stack ?? message) : message,
  }
}

/**
 * Sends every uncaught error of the page to {@link reportFault}. The browser's ResizeObserver notice is not an error.
 */
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
