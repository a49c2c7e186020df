import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds `page/<name>-page.ts` like the program's page, into `<outDir>/<name>.js`; returns that path. */
export const buildBenchPage = async (
  name: string,
  outDir: string,
  format: 'es' | 'iife',
): Promise<string> => {
  const input = fileURLToPath(new URL(`../page/${name}-page.ts`, import.meta.url))
  const output = { entryFileNames: `${name}.js`, format }
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
