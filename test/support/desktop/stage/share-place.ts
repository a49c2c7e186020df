import { inject } from 'vitest'
import { setDesktopPlace } from './place.ts'

/** Set-up file of the desktop tests: gives each of them the result of `global-setup.ts`. */
setDesktopPlace(inject('desktop'))
