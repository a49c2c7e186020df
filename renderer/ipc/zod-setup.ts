import { z } from 'zod'

/**
 * The Content-Security-Policy forbids compiling code from text, which zod tries at its first schema. So this must be
 * imported before any schema; build/vite/vite.renderer.config.ts keeps it in the schemas' chunk.
 */
z.config({ jitless: true })
