import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { inRoot, packageJson } from './paths.mjs'

/**
 * The list of everything that a package was made of, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). It is made
 * from package-lock.json, because `npm sbom` refuses a lock file in which a package's wish for a peer is not met.
 *
 * @typedef {{ name?: string | undefined, version?: string | undefined, integrity?: string | undefined,
 *   license?: string | undefined, dev?: boolean | undefined, optional?: boolean | undefined }} Locked
 */

/** @param {string} name @param {string} version */
const purlOf = (name, version) =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`

/** @param {string} integrity such as `sha512-…`, in base64 */
function hashOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  return {
    alg: algorithm.replace(/^sha/, 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  }
}

/** @param {string} place such as `node_modules/keytar` @param {Locked} locked */
function componentOf(place, { name, version = '', integrity, license, dev, optional }) {
  const known = name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return {
    type: 'library',
    'bom-ref': place,
    name: known,
    version,
    // `excluded` helps to build or test, and is not in the program. Electron is, though npm calls it a tool.
    scope: dev && known !== 'electron' ? 'excluded' : optional ? 'optional' : 'required',
    purl: purlOf(known, version),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }
}

/**
 * @param {{ name: string, version: string }} program
 * @param {Readonly<Record<string, Locked>>} packages as in package-lock.json; the program itself has an empty place
 */
export function sbomOf({ name, version }, packages) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: Object.entries(packages)
      .filter(([place]) => place !== '')
      .map(([place, locked]) => componentOf(place, locked)),
  }
}

/** Writes the list beside the packages, and returns its file. */
export async function writeSbom() {
  const { name, version } = packageJson()
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const program = { name: String(name), version: String(version) }
  const file = inRoot('release', `${program.name}-${program.version}.cdx.json`)
  await mkdir(inRoot('release'), { recursive: true })
  await writeFile(file, `${JSON.stringify(sbomOf(program, packages), null, 1)}\n`)
  return file
}
