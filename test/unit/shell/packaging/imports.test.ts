import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const sources = globSync('{electron,renderer,shared}/**/*.{ts,vue}', { cwd: root }).map((file) => ({
  file: file.replaceAll(path.sep, '/'),
  text: readFileSync(path.join(root, file), 'utf8'),
}))

const filesWith = (pattern: RegExp): readonly string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('only the shell, main.ts and preload.ts import electron', () => {
  const importing = filesWith(/(?:from|import|require\()\s*\(?['"]electron(?:\/[^'"]*)?['"]/)
  expect(importing.length).toBeGreaterThan(5)
  for (const file of importing)
    expect(file).toMatch(/^electron\/(?:shell\/|main\.ts$|preload\.ts$)/)
})

test('the preload script imports nothing but electron and the names of the contract', () => {
  const preload = sources.find(({ file }) => file === 'electron/preload.ts')?.text ?? ''
  const imports = [...preload.matchAll(/^import (type )?.*from '(.+)'$/gm)].map((match) => [
    match[1] ?? '',
    match[2],
  ])
  expect(imports).toEqual([
    ['', 'electron'],
    ['type ', '#shared/ipc/bridge.ts'],
    ['', '#shared/ipc/channels.ts'],
  ])
})

test("nothing opens an address in another program (item 15 of Electron's checklist), evaluates text, or switches off a protection", () => {
  expect(filesWith(/openExternal\(|shell\.open|\beval\(|new Function\(/)).toEqual([])
  expect(
    filesWith(
      /nodeIntegration: true|contextIsolation: false|sandbox: false|webSecurity: false|bypassCSP: true/,
    ),
  ).toEqual([])
  expect(
    filesWith(
      /enableBlinkFeatures|setCertificateVerifyProc|ignore-certificate-errors|rejectUnauthorized: false/,
    ),
  ).toEqual([])
})
