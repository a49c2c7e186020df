import { z } from 'zod'

/**
 * The Content-Security-Policy forbids compiling code from text, which zod tries when the first
 * schema is created. So this module must be imported before any schema;
 * build/vite/vite.renderer.config.ts keeps it in the schemas' chunk.
 */
z.config({ jitless: true })
