import { inject } from 'vitest'
import { setDesktopPlace } from './place.ts'

/** Set-up file for the desktop tests: passes the result of `global-setup.ts` to each of them. */
setDesktopPlace(inject('desktop'))
