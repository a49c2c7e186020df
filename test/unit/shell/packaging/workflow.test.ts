import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { suiteNames } from '../../../../build/lib/suites.mjs'

/** The hosted CI's workflow, as far as it can be checked without running it. */

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const require = createRequire(import.meta.url)
const source = readFileSync(path.join(root, '.github/workflows/build-and-test.yml'), 'utf8')

const stepSchema = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const jobSchema = z.strictObject({
  name: z.string(),
  needs: z.string().optional(),
  'runs-on': z.literal('${{ matrix.system }}'),
  'timeout-minutes': z.number().max(60),
  strategy: z.strictObject({
    'fail-fast': z.boolean(),
    matrix: z.strictObject({
      include: z.array(z.object({ system: z.string(), suites: z.string().optional() })),
    }),
  }),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(stepSchema),
})
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.literal(true) }),
  defaults: z.unknown(),
  jobs: z.record(z.string(), jobSchema),
})
const { load } = z
  .object({ load: z.custom<(text: string) => unknown>((value) => typeof value === 'function') })
  .parse(require('js-yaml'))
const workflow = workflowSchema.parse(load(source))
const jobs = Object.values(workflow.jobs)

test('every job of the workflow runs on the three systems, with a time limit', () => {
  for (const { strategy } of jobs) {
    const systems = strategy.matrix.include.map(({ system }) => system.replace(/-.*/, ''))
    expect(systems).toEqual(['ubuntu', 'windows', 'macos'])
  }
})

test('the workflow may only read the repository, and has no secret', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(source).not.toMatch(/secrets\.|github\.token|GITHUB_TOKEN|pull_request_target/)
})

test('every action is pinned to a commit', () => {
  const used = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([])
})

test('Linux runs every suite, and the other systems run suites that exist', () => {
  const suites = workflow.jobs['test']?.strategy.matrix.include.map((entry) => entry.suites)
  expect(suites?.[0]).toBe('')
  const known = ['check', 'build', ...suiteNames]
  for (const chosen of suites?.slice(1) ?? []) {
    const names = /^--only=(.+)$/.exec(chosen ?? '')?.[1]?.split(',') ?? []
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  }
})

test("everything that the workflow's steps run exists", () => {
  const manifest = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])).join('\n')
  for (const [, script = ''] of commands.matchAll(/npm run (\S+)/g))
    expect(manifest.scripts).toHaveProperty(script)
  for (const [, file = ''] of commands.matchAll(/(build\/[\w/-]+\.mjs)/g))
    expect(existsSync(path.join(root, file)), file).toBe(true)
  expect(commands).toContain('npm test')
  expect(commands).toContain('npm run dist')
})
