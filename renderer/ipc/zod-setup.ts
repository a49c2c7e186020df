import { z } from 'zod'

/**
 * The Content-Security-Policy forbids compiling code from text, which zod tries for its first schema. So this is
 * imported before any schema, and build/vite/vite.renderer.config.ts keeps it in the schemas' own chunk.
 */
z.config({ jitless: true })
