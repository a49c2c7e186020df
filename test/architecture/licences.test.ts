import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { root } from './sources.ts'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
})
const readJson = (path: string): unknown => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))

const { packages } = lockSchema.parse(readJson('package-lock.json'))
const manifest = packageSchema.parse(readJson('package.json'))
const free =
  /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|WTFPL)( (OR|AND) [\w.-]+)*\)?$/

/** Licenses that are not on the list, each with the reason to allow it. */
const exceptions: Readonly<Record<string, string>> = {
  lightningcss: 'MPL-2.0, unmodified, a build tool of Tailwind that is not in the package',
  'png-js': 'MIT in its LICENSE file; the published package.json lacks the field',
  'vaul-vue': 'MIT in its repository; the published package.json lacks the field',
}

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path

const licenceOf = (path: string, listed: string | undefined): string => {
  if (listed !== undefined) return listed
  if (!existsSync(`${root}/${path}/package.json`)) return 'not installed'
  const { license } = z
    .object({ license: z.string().optional() })
    .parse(readJson(`${path}/package.json`))
  return license ?? 'none'
}

describe('the program’s dependencies', () => {
  const shipped = Object.entries(packages).filter(
    ([path, entry]) => path !== '' && entry.dev !== true,
  )

  it('include production packages', () => {
    expect(shipped.length).toBeGreaterThan(20)
  })

  it('have licenses that allow shipping the program', () => {
    const strange = shipped
      .filter(([path]) => !Object.keys(exceptions).some((name) => nameOf(path).startsWith(name)))
      .map(([path, entry]) => `${nameOf(path)}: ${licenceOf(path, entry.license)}`)
      .filter((line) => !free.test(line.slice(line.indexOf(': ') + 2)))
    expect(strange).toEqual([])
  })

  it('are pinned to exact versions', () => {
    const all = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }
    const loose = Object.entries(all).filter(
      ([, version]) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('are listed in `allowScripts` if they have install scripts', () => {
    const scripted = Object.entries(packages)
      .filter(([path, entry]) => path !== '' && entry.hasInstallScript === true)
      .map(([path]) => nameOf(path))
      .map((name) => (name === 'keytar' ? '@github/keytar' : name))
    expect(scripted.filter((name) => manifest.allowScripts[name] === undefined)).toEqual([])
  })
})
