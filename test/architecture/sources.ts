import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const folders = ['shared', 'electron', 'renderer', 'build', 'test']
const skipped = /(^|\/)(node_modules|\.cache|artifacts|fixtures|resources)(\/|$)/

/** Every source file in the repository, relative to the root, with forward slashes. */
export const sourceFiles = (): readonly string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() &&
            /\.(ts|vue|js|mjs)$/.test(entry.name) &&
            !entry.name.endsWith('.d.ts'),
        )
        .map((entry) =>
          path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
        ),
    )
    .filter((file) => !skipped.test(file))
    .sort()

export const readSource = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** A file's script; for a component, its <script> blocks. */
const scriptOf = (file: string, text: string): string =>
  file.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((block) => block[1]).join('\n')
    : text

/**
 * Every module that a file imports (statically or dynamically) or re-exports, as written in the
 * file.
 */
export const importsOf = (file: string): readonly string[] =>
  ts
    .preProcessFile(scriptOf(file, readSource(file)), true, true)
    .importedFiles.map((imported) => imported.fileName)
