import { z } from 'zod'
import { once } from '#shared/late.ts'
import people from './example-people.json' with { type: 'json' }
import { personSpecSchema, writePersonXml } from './person-xml.ts'

/**
 * The invented people for practice as data, in the order of their UserID, which is also the order
 * on screen.
 */
export const personSpecs = z.array(personSpecSchema).readonly().parse(people)

/**
 * The same people as participant files in the documented outline. Each file is created when first
 * requested, because starting the program needs none.
 */
export const examplePeople = personSpecs.map((person) => {
  const xml = once(() => writePersonXml(person))
  return {
    id: person.id,
    name: `${person.firstName} ${person.lastName}`,
    /** YYYY-MM-DD. */
    dateOfBirth: person.dateOfBirth,
    reason: person.reason,
    fileName: `${person.id}.xml`,
    get xml() {
      return xml()
    },
  }
})
