import { ok, type Result } from '../../result.ts'
import type { ForecastReading, Strategy } from '../reading.ts'
import { findObject, noteMissing, parseAnswer } from './answer.ts'
import { element, list, wholeText, type Fields, type Reader } from './field-readers.ts'
import { note } from './notes.ts'
import { strategyOutput } from './strategy.ts'

const accountMapping = (fields: Fields) => ({
  accountId: fields.text('AccountId'),
  planId: fields.text('PlanId'),
  planType: fields.text('PlanType'),
})

export const strategies: Reader<Strategy[]> = list(strategyOutput)

/** Reads the three parts of a forecast, in the answer itself or in an enrollment's `Strategy`. */
export const forecastParts = (fields: Fields): Omit<ForecastReading, 'notes'> => ({
  strategies: fields.read('StrategyOutput', strategies),
  accountMappings: fields.list('AccountMappings', accountMapping),
  communicationXml: fields.read('CommunicationXML', wholeText),
})

export const bareStrategies = (found: Strategy[]): Omit<ForecastReading, 'notes'> => ({
  strategies: found,
  accountMappings: [],
  communicationXml: '',
})

const knownNames = ['StrategyOutput', 'Strategy', 'StrategyType', 'Percentile', 'CommunicationXML']

/** True if an object looks like a single strategy outside `StrategyOutput`. */
const looksLikeStrategy = (fields: Fields) =>
  !fields.has('StrategyOutput') && (fields.has('StrategyType') || fields.has('Percentile'))

/**
 * Reads the answer of Express Forecast and Express Forecast Current as far as possible. Ages are whole years, money is
 * in dollars, and rates are as sent. Fails with `service.unreadable` only if the text holds no JSON object or list.
 */
export const readForecast = (verbatim: string): Result<ForecastReading> => {
  const answer = parseAnswer(verbatim)
  if (!answer.ok) return answer
  const { value, place } = answer.value
  const wrapper = findObject(answer.value, knownNames)
  const parts = (() => {
    if (!wrapper) return bareStrategies([])
    if (looksLikeStrategy(wrapper)) {
      note(place, 'strategies came without StrategyOutput around them')
      return bareStrategies(strategies(value, place))
    }
    if (wrapper.has('StrategyOutput') || !wrapper.has('Strategy')) return forecastParts(wrapper)
    note(place, 'StrategyOutput came inside Strategy')
    return wrapper.read(
      'Strategy',
      (inner, at) => element(forecastParts)(inner, at) ?? bareStrategies([]),
    )
  })()
  if (parts.strategies.length === 0) noteMissing(place, 'no strategy', wrapper)
  return ok({ ...parts, notes: place.notes.list() })
}
