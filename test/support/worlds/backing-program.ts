import { openRealCore } from './real-core.ts'

/** A program to kill: backs up forever, and prints the name of each backup once it is there. */
const [, , dataDir = '', folder = ''] = process.argv
const { must } = await openRealCore(dataDir)
await must('backup.setFolder', { folder })
process.stdout.write('ready\n')
for (;;) {
  const { backups } = await must('backup.make', {})
  process.stdout.write(`${backups[0]?.name}\n`)
}
