import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sbomOf } from '../../../build/lib/sbom.mjs'

const lockedSchema = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
})
const lock = z
  .object({ packages: z.record(z.string(), lockedSchema) })
  .parse(JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')))

const bom = sbomOf({ name: 'glidepath', version: '1.2.3' }, lock.packages)
const at = (place: string) => bom.components.find((each) => each['bom-ref'] === place)

test('the list of components has every package of the lock file once, each with a purl and a version', () => {
  expect(bom.components).toHaveLength(Object.keys(lock.packages).length - 1)
  expect(new Set(bom.components.map((each) => each['bom-ref'])).size).toBe(bom.components.length)
  for (const { purl, version } of bom.components) {
    expect(purl).toMatch(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@[^/@]+$/)
    expect(version).not.toBe('')
  }
})

test('a package stands under the name of its source, with its digest, and says whether it is in the program', () => {
  const keytar = at('node_modules/keytar')
  expect(keytar).toMatchObject({ name: '@github/keytar', scope: 'optional' })
  expect(keytar?.purl).toMatch(/^pkg:npm\/%40github\/keytar@\d/)
  expect(keytar?.hashes).toMatchObject([{ alg: 'SHA-512' }])
  expect(keytar?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  expect(at('node_modules/undici')?.scope).toBe('required')
  expect(at('node_modules/electron')?.scope).toBe('required')
  expect(at('node_modules/vitest')?.scope).toBe('excluded')
})
