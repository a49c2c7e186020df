import { inject } from 'vitest'
import { setDesktopPlace } from './place.ts'

/** Set-up file of the desktop tests: hands on to each of them what `global-setup.ts` made. */
setDesktopPlace(inject('desktop'))
