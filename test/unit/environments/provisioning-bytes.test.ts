import { expect, test } from 'vitest'
import { readProvisioning } from '#electron/core/environments/provisioning.ts'

const file = JSON.stringify({ advisor: { name: 'Renée Müller', contact: 'Łódź Advisors' } })
const utf16 = Buffer.from(`\ufeff${file}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(file)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${file}`)],
  ['little-endian UTF-16', utf16],
  ['big-endian UTF-16', Buffer.from(utf16).swap16()],
])('a provisioning file is read in %s', (_encoding, bytes) => {
  expect(readProvisioning(bytes)).toMatchObject({
    ok: true,
    value: { advisor: { name: 'Renée Müller', contact: 'Łódź Advisors' } },
  })
})

test.each([
  ['Windows-1252', Buffer.from(file, 'latin1')],
  ['a cut letter', Buffer.from(file).subarray(0, file.indexOf('é') + 1)],
  ['half a letter of UTF-16', utf16.subarray(0, -1)],
  ['a zip archive', Buffer.from('PK\u0003\u0004\u00ff\u00fe', 'latin1')],
  ['a byte that UTF-8 never has', Buffer.concat([Buffer.from(file), Buffer.from([0xfe])])],
])('a provisioning file with broken bytes is refused: %s', (_what, bytes) => {
  const read = readProvisioning(bytes)
  expect(read.ok ? '' : read.error.message).toContain('bytes that are not text')
})
