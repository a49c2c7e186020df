import { z } from 'zod'
import { once } from '#shared/late.ts'
import people from './example-people.json' with { type: 'json' }
import { personSpecSchema, writePersonXml } from './person-xml.ts'

/** The invented people for practice as data, in the order in which they are offered, which is that of their UserID. */
export const personSpecs = z.array(personSpecSchema).readonly().parse(people)

/**
 * The same people as participant files in the documented outline. Each file is written on first request, because a
 * start needs none.
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
