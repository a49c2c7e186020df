import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot, packageJson } from './paths.mjs'

/**
 * Collects the license notices that bundled packages require. Each Vite build lists its bundled
 * packages (`build.license`); this script joins the lists.
 *
 * @typedef {{ name: string, version: string, identifier?: string, text?: string }} Licence
 */

/** The package lists of the two builds. */
export const licenceLists = [
  'dist/electron/licences-main.json',
  'dist/electron/licences-preload.json',
  'dist/renderer/licences.json',
]
export const noticesFile = 'dist/third-party-notices.txt'

/**
 * Packages that are shipped as styles, data or a binary, so that they are not modules in any
 * bundle.
 */
const besides = ['tailwindcss', '@iconify-json/lucide', 'keytar']

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`

/** License texts for packages that only name their license. @type {Readonly<Record<string, string>>} */
const texts = { MIT: mit, ISC: isc }

/** Authors that package.json does not name. @type {Readonly<Record<string, string>>} */
const authors = { '@iconify-json/lucide': 'Lucide Contributors' }

/** @param {string} name */
function authorOf(name) {
  const { author } = packageJson('node_modules', name)
  const given =
    typeof author === 'object' && author !== null && 'name' in author ? author.name : author
  if (typeof given === 'string') return given
  if (authors[name] === undefined) throw new Error(`${name} is bundled and names no author.`)
  return authors[name]
}

/**
 * The license with its text. Fails if the package has no text and this file has no standard text
 * for the license.
 *
 * @param {Licence} licence
 * @returns {Licence & { text: string }}
 */
function withText({ text, ...licence }) {
  if (text !== undefined) return { ...licence, text }
  const standard = texts[licence.identifier ?? '']
  if (standard === undefined)
    throw new Error(
      `${licence.name} is bundled and carries no licence text (${licence.identifier ?? 'no licence named'}).`,
    )
  return { ...licence, text: `Copyright (c) ${authorOf(licence.name)}\n\n${standard}` }
}

/**
 * @param {string} name
 * @returns {Licence[]} empty for an optional package that is not installed
 */
function installed(name) {
  const folder = inRoot('node_modules', name)
  if (!existsSync(folder)) return []
  const { name: own, version, license } = packageJson('node_modules', name)
  const licence = { name: String(own), version: String(version), identifier: String(license) }
  const file = readdirSync(folder).find((entry) => /^licen[cs]e|^copying/i.test(entry))
  return [
    file === undefined
      ? licence
      : { ...licence, text: readFileSync(join(folder, file), 'utf8').trim() },
  ]
}

/** Joins the builds' lists into the notices, and removes the lists. */
export async function writeNotices() {
  const lists = await Promise.all(
    licenceLists.map(async (file) => JSON.parse(await readFile(inRoot(file), 'utf8'))),
  )
  /** @type {Map<string, Licence>} */
  const all = new Map(
    [...lists.flat(), ...besides.flatMap(installed)].map((licence) => [
      `${licence.name} ${licence.version}`,
      licence,
    ]),
  )
  const parts = [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, licence]) => {
      const { identifier, text } = withText(licence)
      return `${title}${identifier === undefined ? '' : ` (${identifier})`}\n\n${text}\n`
    })
  const rule = `\n${'-'.repeat(80)}\n\n`
  await writeFile(
    inRoot(noticesFile),
    ['Glidepath contains the following software of others.\n', ...parts].join(rule),
  )
  await Promise.all(licenceLists.map((file) => rm(inRoot(file))))
}
