import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inRoot, root } from './paths.mjs'

/**
 * The folders that the bundles are built from. After any change in them, the next start rebuilds.
 */
const sources = ['shared', 'electron', 'renderer', 'build', 'package.json', 'package-lock.json']
const skipped = new Set(['.cache', 'node_modules'])

/** Fingerprint of the last complete build. */
export const stampFile = inRoot('dist', '.fingerprint')

/** @param {string} path @returns {Promise<string[]>} files, sorted */
async function filesUnder(path) {
  const entries = await readdir(path, { withFileTypes: true })
  const found = await Promise.all(
    entries
      .filter(
        (entry) =>
          !skipped.has(entry.name) &&
          !entry.name.endsWith('.tsbuildinfo') &&
          !entry.name.endsWith('.d.ts'),
      )
      .map((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
      ),
  )
  return found.flat().sort()
}

/** SHA-256 over names and contents of all sources, hexadecimal. */
export async function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = inRoot(source)
    if (!existsSync(path)) continue
    const files = source.endsWith('.json') ? [path] : await filesUnder(path)
    const contents = await Promise.all(files.map((file) => readFile(file)))
    for (const [index, file] of files.entries()) {
      const content = contents[index] ?? ''
      hash
        .update(`${relative(root, file).replaceAll('\\', '/')}\0${content.length}\0`)
        .update(content)
    }
  }
  return hash.digest('hex')
}

/** True if dist/ was built from the current sources. */
export async function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === (await fingerprint())
}
