import { builtinModules } from 'node:module'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'
import { inAscii } from '../lib/in-ascii.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/electron', import.meta.url))

/**
 * Not bundled: Electron itself, and a native binary. Everything else is bundled, so that the package ships no
 * node_modules.
 */
const outside = ['electron', 'keytar']

const base = (externals: readonly string[]): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { target: 'node', noExternal: true, external: [...externals] },
})

/** Copies the receipts' fonts and their license beside the bundles. */
export const receiptFonts = (): Plugin => {
  const files = {
    'NotoSans-Regular.ttf': '400Regular/NotoSans_400Regular.ttf',
    'NotoSans-SemiBold.ttf': '600SemiBold/NotoSans_600SemiBold.ttf',
    'OFL.txt': 'LICENSE_FONT',
  }
  return {
    name: 'glidepath:receipt-fonts',
    generateBundle() {
      for (const [name, file] of Object.entries(files)) {
        const source = readFileSync(
          fileURLToPath(
            new URL(`../../node_modules/@expo-google-fonts/noto-sans/${file}`, import.meta.url),
          ),
        )
        this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source })
      }
    },
  }
}

/** Dependencies of the settings store that the program must not contain, each with its replacement. */
const leftOut = [
  {
    // This package is large, is evaluated at every start, and is needed only by a store with a
    // schema. Our store has none.
    what: /^ajv(?:-formats$|\/)/,
    from: /[\\/]conf[\\/]/,
    standIn: `const refuse = () => { throw new Error('This program is built without a checker of JSON schemas.') }
export { refuse as Ajv2020, refuse as default }`,
  },
  {
    // This package resends every signal, which would keep Electron from exiting cleanly on SIGTERM
    // and SIGINT. It only removes temporary files, and our synchronous writing leaves none.
    what: /^when-exit$/,
    from: /[\\/]atomically[\\/]/,
    standIn: 'export default () => () => undefined',
  },
] as const

const withoutLeftOut = (): Plugin => ({
  name: 'glidepath:left-out',
  enforce: 'pre',
  resolveId: (id, importer = '') => {
    const index = leftOut.findIndex(({ what, from }) => what.test(id) && from.test(importer))
    return index < 0 ? null : `\0glidepath:left-out-${index}`
  },
  load: (id) => leftOut.find((_, index) => id === `\0glidepath:left-out-${index}`)?.standIn ?? null,
})

/**
 * Copies the window's icon beside the bundles, for Linux; other systems read the icon from the
 * executable.
 */
const windowIcon = (): Plugin => ({
  name: 'glidepath:window-icon',
  generateBundle() {
    const source = readFileSync(
      fileURLToPath(new URL('../resources/icons/256x256.png', import.meta.url)),
    )
    this.emitFile({ type: 'asset', fileName: 'icon.png', source })
  },
})

/**
 * The source file of each bundle, by the bundle's name: the hosts and all workers. A worker's
 * bundle must be in the same folder as its host.
 */
export const mainEntries = (): Record<string, string> => {
  const entries: Record<string, string> = {}
  const hosts = { main: 'electron/main.ts', 'browser-host': 'electron/browser-host/main.ts' }
  for (const [name, file] of Object.entries(hosts))
    if (globSync(file, { cwd: root }).length > 0) entries[name] = file
  for (const file of globSync('electron/**/*-worker.ts', { cwd: root })) {
    const name = basename(file, '.ts')
    if (entries[name] !== undefined)
      throw new Error(`Two workers are named ${name}: ${entries[name]} and ${file}`)
    entries[name] = file.replaceAll('\\', '/')
  }
  return entries
}

/**
 * Hosts and workers as ES modules, with chunks in the same folder, so that `./x-worker.js` means the same in every
 * file.
 */
export const mainConfig = (): InlineConfig => ({
  ...base([...outside, ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]),
  plugins: [receiptFonts(), windowIcon(), withoutLeftOut(), inAscii()],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    license: { fileName: 'licences-main.json' },
    target: 'node24',
    sourcemap: false,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: mainEntries(),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunk-[name]-[hash].js',
        // Comments are removed, because V8 keeps the whole source text of scripts in memory.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
})

/** The preload script as one CommonJS file, because a sandboxed script cannot load other files. */
export const preloadConfig = (): InlineConfig => ({
  ...base(['electron']),
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    license: { fileName: 'licences-preload.json' },
    target: 'node24',
    sourcemap: false,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { preload: 'electron/preload.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
})
