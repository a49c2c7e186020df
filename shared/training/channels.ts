import { madeFile, none } from '../channel.ts'
import { badDaySchema, faultOrderSchema } from './faults.ts'

export const trainingChannels = {
  /** The faults fail unless Training is the environment in use. */
  'training.faults.get': { request: none, response: badDaySchema },
  'training.faults.set': { request: faultOrderSchema, response: badDaySchema },
  'training.faults.clear': { request: none, response: badDaySchema },
  /** The example people as a list of opt-outs, with a few mistakes to be found. Fails unless Training is in use. */
  'training.exampleList': {
    request: none,
    response: madeFile,
  },
} as const
