import { openRealCore } from './real-core.ts'

/**
 * A program for tests to kill. It makes backups in an endless loop, and prints the name of each
 * finished backup.
 */
const [, , dataDir = '', folder = ''] = process.argv
const { must } = await openRealCore(dataDir)
await must('backup.setFolder', { folder })
process.stdout.write('ready\n')
for (;;) {
  const { backups } = await must('backup.make', {})
  process.stdout.write(`${backups[0]?.name}\n`)
}
