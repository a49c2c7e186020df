import type { HttpRequest } from '../ports.ts'

/** A forecast of a large household takes its time; a token does not. Milliseconds. */
export const callTimeouts: HttpRequest['timeouts'] = { connectMs: 10_000, headersMs: 120_000, totalMs: 180_000 }
export const tokenTimeouts: HttpRequest['timeouts'] = { connectMs: 10_000, headersMs: 30_000, totalMs: 45_000 }

export const maxResponseBytes = 64 * 1024 * 1024
export const maxTokenBytes = 256 * 1024
