import { z } from 'zod'
import people from './example-people.json' with { type: 'json' }
import { personSpecSchema, type PersonSpec } from './person-spec.ts'
import { writePersonXml } from './write-person-xml.ts'

/** An invented person for practice, as a participant file of the documented outline. */
interface ExamplePerson {
  readonly id: string
  readonly name: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
  /** One sentence on why this person is an example. */
  readonly reason: string
  readonly fileName: string
  readonly xml: string
}

/** The people as data, in the offered order, which is that of their UserID. */
export const personSpecs: readonly PersonSpec[] = z.array(personSpecSchema).parse(people)

/** Each file is written on first request: a start needs none. */
export const examplePeople: readonly ExamplePerson[] = personSpecs.map((person) => {
  let xml: string | null = null
  return {
    id: person.id,
    name: `${person.firstName} ${person.lastName}`,
    dateOfBirth: person.dateOfBirth,
    reason: person.reason,
    fileName: `${person.id}.xml`,
    get xml() {
      return (xml ??= writePersonXml(person))
    },
  }
})
