import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { createWriteExport } from '#electron/adapters/files/exported-file.ts'
import { createFiles } from '#electron/adapters/files/files.ts'

/**
 * A program for tests to limit or kill. It replaces `a.txt` in the given folder. Mode `big` writes
 * 1 MB once as one of the program's own files, `export` writes 1 MB once as a file that a user
 * saves, `exports` repeatedly saves 64 MB in the folder `to`, and `loop` repeatedly writes 200 kB.
 */
const [, , dir = '', mode = '', to = ''] = process.argv
const files = createFiles(dir)

if (mode === 'big') {
  const written = await files.replace('a.txt', new Uint8Array(1024 * 1024))
  process.stdout.write(written.ok ? 'ok' : written.error.code)
}

if (mode === 'export') {
  const written = await createWriteExport(dir)(path.join(dir, 'a.txt'), new Uint8Array(1024 * 1024))
  process.stdout.write(written.ok ? 'ok' : `${written.error.code}: ${written.error.message}`)
}

while (mode === 'exports')
  await createWriteExport(dir)(path.join(to, 'a.txt'), new Uint8Array(64 * 1024 * 1024))

for (let round = 0; mode === 'loop'; round += 1) {
  const content = randomBytes(200_000)
  const digest = createHash('sha256').update(content).digest('hex')
  await files.replace('a.txt', Buffer.concat([Buffer.from(digest), content]))
  if (round === 1) process.stdout.write('going')
}
