import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds `page/<name>-page.ts` as one script, `<outDir>/<name>.js`; returns that path. */
export const buildBenchPage = async (name: string, outDir: string): Promise<string> => {
  const input = fileURLToPath(new URL(`../page/${name}-page.ts`, import.meta.url))
  const output = { entryFileNames: `${name}.js`, format: 'iife' as const }
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input, output },
    },
  })
  return path.join(outDir, `${name}.js`)
}
