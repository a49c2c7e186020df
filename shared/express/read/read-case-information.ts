import { ok, type Result } from '../../result.ts'
import type { CaseInformationReading } from '../reading.ts'
import { findObject, noteMissing, parseAnswer } from './answer.ts'
import { ageNumber, isObject, object, type Fields, type Reader } from './field-readers.ts'
import { note } from './notes.ts'

const socialSecurity = (fields: Fields) => ({
  age: fields.ageNumber('Age'),
  amount: fields.number('Amount'),
  penaltyAmount: fields.number('PenaltyAmount'),
})

const ageOf = object((fields) => fields.ageNumber('Age'))

/** `{Age}`; a plain age is accepted with a note. */
const lifeExpectancy: Reader<number | null> = (value, place) => {
  if (value === null || value === undefined || isObject(value) || Array.isArray(value))
    return ageOf(value, place)
  note(place, 'came as a value instead of an object with Age')
  return ageNumber(value, place)
}

/**
 * Reads the answer of Express Forecast Case Information as far as possible; Social Security is sorted by age. Fails
 * with `service.unreadable` only if the text holds no JSON object or list.
 */
export const readCaseInformation = (verbatim: string): Result<CaseInformationReading> => {
  const answer = parseAnswer(verbatim)
  if (!answer.ok) return answer
  const { place } = answer.value
  const fields = findObject(answer.value, ['SocialSecurity', 'LifeExpectancy'])
  const benefits = (fields?.list('SocialSecurity', socialSecurity) ?? []).sort(
    (a, b) => (a.age ?? Number.MAX_VALUE) - (b.age ?? Number.MAX_VALUE),
  )
  const lifeExpectancyAge = fields?.read('LifeExpectancy', lifeExpectancy) ?? null
  if (benefits.length === 0 && lifeExpectancyAge === null)
    noteMissing(place, 'neither Social Security nor life expectancy', fields)
  return ok({ socialSecurity: benefits, lifeExpectancyAge, notes: place.notes.list() })
}
