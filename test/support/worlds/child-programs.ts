import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { receiptFonts } from '../../../build/vite/vite.electron.config.ts'

/** Programs that tests start many times, mostly to kill them. */
const programs = {
  backing: 'test/support/worlds/backing-program.ts',
  bringing: 'test/support/worlds/bringing-program.ts',
  host: 'test/integration/browser-host/host-process.ts',
  listVictim: 'test/torture/list-victim.ts',
  noting: 'test/support/worlds/noting-program.ts',
  sending: 'test/support/worlds/sending-program.ts',
  diskVictim: 'test/torture/disk-victim.ts',
  victim: 'test/torture/victim.ts',
  workVictim: 'test/torture/work-victim.ts',
} as const

const root = fileURLToPath(new URL('../../..', import.meta.url))
const workers = Object.fromEntries(
  globSync('electron/**/*-worker.ts', { cwd: root }).map((file) => [
    path.basename(file, '.ts'),
    file,
  ]),
)

/** Bundles all programs, with the workers beside them as in the product. Returns their folder. */
const bundle = async (): Promise<string> => {
  const outDir = mkdtempSync(path.join(tmpdir(), 'glidepath-programs-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const builtins = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)]
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [receiptFonts()],
    ssr: { target: 'node', noExternal: true, external: ['electron', 'keytar', ...builtins] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { ...programs, ...workers },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return outDir
}

let bundled: Promise<string> | undefined

/**
 * The file of a program, bundled once per test process. Without bundling, each start would load
 * hundreds of modules.
 */
export const childProgram = async (name: keyof typeof programs): Promise<string> =>
  path.join(await (bundled ??= bundle()), `${name}.js`)
