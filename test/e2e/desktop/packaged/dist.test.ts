import path from 'node:path'
import { expect, test } from 'vitest'
import { personalFolder } from '#test/support/desktop/person.ts'
import { runBuildScript } from '#test/support/worlds/run-build-script.ts'

test('if Electron’s runtime is unavailable, npm run dist builds nothing and says why', async () => {
  const nowhere = 'http://127.0.0.1:9/'
  const { code, errors } = await runBuildScript('dist.mjs', ['--linux', 'dir'], {
    ELECTRON_OVERRIDE_DIST_PATH: path.join(personalFolder('nowhere'), 'dist'),
    electron_config_cache: personalFolder('empty'),
    ELECTRON_MIRROR: nowhere,
    electron_mirror: nowhere,
    npm_config_electron_mirror: nowhere,
  })
  expect(code).toBe(1)
  expect(errors).toMatch(
    /The package cannot be made here: Electron's runtime could not be downloaded/,
  )
  expect(errors).not.toContain('electron-builder')
})
