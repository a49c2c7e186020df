import { defaultLimits, type CallLimits } from '#shared/environments/environment.ts'
import type { HttpRequest } from '../platform/ports.ts'

type Limited = { readonly limits?: CallLimits | undefined }

export const limitsOf = ({ limits }: Limited): CallLimits => limits ?? defaultLimits

export const callTimeouts = (environment: Limited): HttpRequest['timeouts'] => {
  const { connectSeconds, headersSeconds, totalSeconds } = limitsOf(environment)
  return {
    connectMs: connectSeconds * 1000,
    headersMs: headersSeconds * 1000,
    totalMs: totalSeconds * 1000,
  }
}

/**
 * A token request gets a quarter of a service call's time, but at least 10 s. Only a large
 * household's forecast needs the full time.
 */
const forToken = (milliseconds: number) =>
  Math.max(milliseconds / 4, Math.min(milliseconds, 10_000))

export const tokenTimeouts = (environment: Limited): HttpRequest['timeouts'] => {
  const { connectMs, headersMs, totalMs } = callTimeouts(environment)
  return {
    connectMs,
    headersMs: forToken(headersMs),
    totalMs: Math.max(connectMs, forToken(totalMs)),
  }
}

export const maxResponseBytes = 64 * 1024 * 1024
export const maxTokenBytes = 256 * 1024
