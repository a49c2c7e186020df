import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { forgetPassphrase } from '#electron/core/lock/lock.ts'
import { verifierAccount } from '#electron/core/lock/verifier.ts'
import { plainWrappingAccount } from '#electron/core/records/wrapping.ts'
import { writeCode } from '#electron/core/recovery/recovery-code.ts'
import { createFileSecretsDouble } from '#test/support/doubles/file-secrets-double.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { wrappingHouse } from '#test/support/worlds/wrapping-house.ts'

const passphrase = 'four quiet otters sleep'
const code = new Uint8Array(32).fill(7)

/** A folder with a saved receipt, a taken code and a passphrase that encrypts. */
const sealedHouse = async () => {
  const dataDir = temporaryFolder('sealed')
  const keychain = createMemorySecrets()
  const start = () => wrappingHouse(dataDir, keychain)
  const first = await start()
  valueOf(await first.saved.save(receiptRecord('r-1'), 'one'))
  valueOf(await first.store.addCode(code))
  valueOf(await first.store.takeCode(code))
  valueOf(await first.lock.setPassphrase('', passphrase))
  valueOf(await first.lock.encrypt(passphrase, true))
  await first.store.keptKey((await first.store.key()).id)
  return { dataDir, keychain, start }
}

test('the keychain alone opens nothing; the passphrase opens everything', async () => {
  const { start } = await sealedHouse()
  const shut = await start()
  expect(await shut.lock.state()).toMatchObject({ locked: true, encrypts: true })
  expect(codeOf(await shut.saved.open('r-1'))).toBe('records.keyLost')
  const later = await start()
  expect(codeOf(await later.lock.unlock('not the one'))).toBe('lock.wrong')
  expect(later.wrapping.key()).toBeNull()
  valueOf(await later.lock.unlock(passphrase))
  expect(valueOf(await later.saved.verbatim('r-1'))).toBe('one')
})

test('a changed passphrase opens everything, and the earlier one nothing', async () => {
  const { start } = await sealedHouse()
  const first = await start()
  valueOf(await first.lock.unlock(passphrase))
  valueOf(await first.lock.setPassphrase(passphrase, 'another passphrase'))
  const later = await start()
  expect(codeOf(await later.lock.unlock(passphrase))).toBe('lock.wrong')
  valueOf(await later.lock.unlock('another passphrase'))
  expect(valueOf(await later.saved.verbatim('r-1'))).toBe('one')
})

test('it stops encrypting, or is removed, only with the passphrase; then the keychain opens everything, of other folders too', async () => {
  for (const end of ['off', 'removed'] as const) {
    const { keychain, start } = await sealedHouse()
    const other = temporaryFolder('other')
    const elsewhere = await wrappingHouse(other, keychain)
    valueOf(await elsewhere.lock.unlock(passphrase))
    valueOf(await elsewhere.saved.save(receiptRecord('r-2'), 'two'))

    const first = await start()
    valueOf(await first.lock.unlock(passphrase))
    const stop = (typed: string) =>
      end === 'off' ? first.lock.encrypt(typed, false) : first.lock.removePassphrase(typed)
    expect(codeOf(await stop('not the one'))).toBe('lock.wrong')
    valueOf(await stop(passphrase))
    for (const [folder, id, text] of [
      [start, 'r-1', 'one'],
      [() => wrappingHouse(other, keychain), 'r-2', 'two'],
    ] as const) {
      const later = await folder()
      expect(await later.lock.state()).toMatchObject({ locked: end === 'off', encrypts: false })
      expect(valueOf(await later.saved.verbatim(id))).toBe(text)
    }
  }
})

test('a forgotten passphrase gives way to the recovery code alone, which sets another', async () => {
  const { start } = await sealedHouse()
  const shut = await start()
  const typed = { code: writeCode(code), next: 'another passphrase' }
  expect(
    codeOf(await shut.useCode({ ...typed, code: writeCode(new Uint8Array(32).fill(8)) })),
  ).toBe('records.codeWrong')
  expect(codeOf(await shut.useCode({ ...typed, next: 'short' }))).toBe('input.invalid')
  expect(shut.lock.isLocked()).toBe(true)
  expect(valueOf(await shut.useCode(typed))).toMatchObject({ locked: false, encrypts: true })
  expect(valueOf(await shut.saved.verbatim('r-1'))).toBe('one')
  const later = await start()
  expect(codeOf(await later.lock.unlock(passphrase))).toBe('lock.wrong')
  valueOf(await later.lock.unlock('another passphrase'))
  expect(valueOf(await later.saved.verbatim('r-1'))).toBe('one')
})

test('removed by the option of the command line, it is set aside, and what is saved opens with the code', async () => {
  const { keychain, start } = await sealedHouse()
  const before = keychain.items.get(verifierAccount) ?? ''
  valueOf(await forgetPassphrase(keychain))
  expect([...keychain.items.values()]).toContain(before)
  const later = await start()
  expect(await later.lock.state()).toMatchObject({ locked: false, passphrase: 'none' })
  expect(codeOf(await later.saved.open('r-1'))).toBe('records.keyLost')
  valueOf(await later.store.openWithCode(code))
  expect(valueOf(await later.saved.verbatim('r-1'))).toBe('one')
})

const program = fileURLToPath(new URL('../../support/worlds/wrapping-program.ts', import.meta.url))

test('killed before any write to the keychain, one passphrase or none opens everything, and the code does', async () => {
  let kills = 0
  for (let kill = 0; ; kill += 1) {
    const dataDir = temporaryFolder(`wrapping-${kill}`)
    const { stdout, signal } = spawnSync(process.execPath, [program, dataDir, String(kill)], {
      encoding: 'utf8',
    })
    expect(stdout.split('\n')[0]).toBe('ready')
    const kept = `${dataDir}.secrets.json`
    copyFileSync(kept, `${kept}.before`)
    const keychain = createFileSecretsDouble(kept)

    const later = await wrappingHouse(dataDir, keychain)
    const isLocked = later.lock.isLocked()
    const tried = []
    for (const typed of ['first passphrase', 'second passphrase'])
      tried.push((await later.lock.unlock(typed)).ok)
    // An unlocked program takes any passphrase.
    if (isLocked) expect(later.lock.isLocked()).toBe(false)
    expect(tried).toContain(true)
    expect(valueOf(await later.saved.verbatim('r-1'))).toBe('answer')
    if (later.lock.encrypts()) {
      const text = readFileSync(kept, 'utf8')
      expect(text).not.toMatch(/master-key\/[\w-]+":"v1/)
      expect(text).not.toContain(plainWrappingAccount)
      const shut = await wrappingHouse(dataDir, keychain)
      expect(codeOf(await shut.saved.open('r-1'))).toBe('records.keyLost')
    }

    const old: unknown = JSON.parse(readFileSync(`${kept}.before`, 'utf8'))
    const coded = createMemorySecrets()
    for (const [account, value] of Object.entries(z.record(z.string(), z.string()).parse(old)))
      coded.items.set(account, value)
    const another = await wrappingHouse(dataDir, coded)
    if (another.lock.encrypts())
      valueOf(
        await another.useCode({
          code: writeCode(new Uint8Array(32).fill(1)),
          next: 'third passphrase',
        }),
      )
    expect(valueOf(await another.saved.verbatim('r-1'))).toBe('answer')
    if (signal === null) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(7)
}, 120_000)
