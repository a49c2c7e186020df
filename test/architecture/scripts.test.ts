import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { closureOf } from './module-graph.ts'
import { readSource, root } from './sources.ts'

/** The scripts in package.json. Any of them may be the first to run in a fresh clone. */
const scripts = [...readSource('package.json').matchAll(/"node (build\/[\w-]+\.mjs)"/g)].map(
  ([, file]) => file ?? '',
)

/** True if a module comes from `npm ci`, which the scripts run only after they are loaded. */
const isPackage = (name: string): boolean => !name.startsWith('node:') && !name.startsWith('build/')

describe('package.json', () => {
  it('has scripts to check', () => {
    expect(scripts).toContain('build/start.mjs')
    expect(scripts).toContain('build/test.mjs')
    expect(readdirSync(`${root}/build`)).toEqual(
      expect.arrayContaining(scripts.map((file) => file.replace('build/', ''))),
    )
  })

  it.each(scripts)('script %s loads no package before `npm ci` has run', (script) => {
    expect([...closureOf([script]).atOnce].filter(isPackage)).toEqual([])
  })
})
