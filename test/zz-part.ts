import { fetchTestElectron } from '../build/lib/test-electron.mjs'
import { startDisplay } from '#test/support/desktop/display.ts'
import { person } from '#test/support/desktop/person.ts'
import { startKeyringSession } from '#test/support/keyring-session.ts'
const electron = await fetchTestElectron()
const m = await import(`./bench/desktop/${process.argv[2]}-rows.ts`)
const display = await startDisplay(), keyring = await startKeyringSession(person)
try { for (const r of await m[process.argv[2] + 'Rows'](electron, display.name)) console.log(r.name.padEnd(45), r.value.toFixed(2), r.unit, r.limit ?? '', r.met) } finally { await keyring.stop(); await display.stop() }
