import { madeFile, none } from '../channel.ts'
import { badDaySchema, faultOrderSchema } from './faults.ts'

export const trainingChannels = {
  /** Channels for faults; they fail unless Training is in use. */
  'training.faults.get': { request: none, response: badDaySchema },
  'training.faults.set': { request: faultOrderSchema, response: badDaySchema },
  'training.faults.clear': { request: none, response: badDaySchema },
  /** The example people as a list of opt-outs, with a few mistakes to find. Fails unless Training is in use. */
  'training.exampleList': { request: none, response: madeFile },
} as const
