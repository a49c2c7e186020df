import { inject } from 'vitest'
import { setDesktopPlace } from './place.ts'

/** Set-up file of the desktop tests: passes the result of `global-setup.ts` to each of them. */
setDesktopPlace(inject('desktop'))
