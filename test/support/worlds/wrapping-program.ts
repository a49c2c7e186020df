import { createFileSecretsDouble } from '../doubles/file-secrets-double.ts'
import { receiptRecord } from '../samples/saved-records.ts'
import { wrappingHouse } from './wrapping-house.ts'

/**
 * A program that saves a receipt, takes a recovery code and sets a passphrase, then makes it encrypt, changes it, and takes
 * it back in several ways. Kills itself before write number `kill` to the keychain. Prints each step that is done.
 */
const [, , dataDir = '', kill = ''] = process.argv
let left = Number.POSITIVE_INFINITY
const count = () => {
  left -= 1
  if (left < 0) process.kill(process.pid, 'SIGKILL')
}
const secrets = createFileSecretsDouble(`${dataDir}.secrets.json`)
const { lock, store, saved } = await wrappingHouse(dataDir, {
  ...secrets,
  set: (account, value) => {
    count()
    return secrets.set(account, value)
  },
  delete: (account) => {
    count()
    return secrets.delete(account)
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const step = async (line: string, work: Promise<{ readonly ok: boolean }>) => {
  if ((await work).ok) say(line)
}
const wrapKey = async () => store.keptKey((await store.key()).id)

await saved.save(receiptRecord('r-1'), 'answer')
const code = new Uint8Array(32).fill(1)
await store.addCode(code)
await store.takeCode(code)
await lock.setPassphrase('', 'first passphrase')
left = Number(kill)
say('ready')
await step('on', lock.encrypt('first passphrase', true))
await wrapKey()
await step('changed', lock.setPassphrase('first passphrase', 'second passphrase'))
await step('off', lock.encrypt('second passphrase', false))
await step('on again', lock.encrypt('second passphrase', true))
await wrapKey()
await step('removed', lock.removePassphrase('second passphrase'))
