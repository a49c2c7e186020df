import type { XmlElement } from './scan-xml.ts'

/**
 * The place of a value in a mapping: element names with `/` between them, and perhaps `@` and an attribute's name at
 * the end. `Person/BirthDate` is the text of a BirthDate directly in a Person at any depth; `@PlanID` an attribute of
 * the element that begins the plan; `Id[@Type=Employee]` an Id whose attribute Type is Employee; `/File/@Client` begins
 * at the outermost element. Names match in any case and without their prefix. A path has no repetition or choice, so a
 * match costs no more than its length.
 */
export interface ValuePath {
  readonly steps: readonly Step[]
  /** Lower case; null for the text of the last element. */
  readonly attribute: string | null
  readonly fromRoot: boolean
}

interface Step {
  /** Local name in lower case. */
  readonly key: string
  /** An attribute that must have this value, both in lower case. */
  readonly where: { readonly attribute: string; readonly is: string } | null
}

const mostSteps = 12
const name = String.raw`(?:[\p{L}_][\p{L}\p{N}._-]{0,99}:)?([\p{L}_][\p{L}\p{N}._-]{0,99})`
const stepPattern = new RegExp(`^${name}(?:\\[@${name}=([^\\]/"',]{1,100})\\])?$`, 'u')
const attributePattern = new RegExp(`^@${name}$`, 'u')

/** The path in `text`; null if there is none. */
export const parseValuePath = (text: string): ValuePath | null => {
  const fromRoot = text.startsWith('/')
  const parts = (fromRoot ? text.slice(1) : text).split('/')
  if (parts.length > mostSteps) return null
  const attribute = attributePattern.exec(parts.at(-1) ?? '')?.[1]?.toLowerCase() ?? null
  const steps: Step[] = []
  for (const part of attribute === null ? parts : parts.slice(0, -1)) {
    const [whole, key = '', whereAttribute, is = ''] = stepPattern.exec(part) ?? []
    if (whole === undefined) return null
    const where =
      whereAttribute === undefined
        ? null
        : { attribute: whereAttribute.toLowerCase(), is: is.trim().toLowerCase() }
    steps.push({ key: key.toLowerCase(), where })
  }
  return fromRoot && steps.length === 0 ? null : { steps, attribute, fromRoot }
}

const fits = (step: Step, element: XmlElement): boolean =>
  step.key === element.key &&
  (step.where === null ||
    element.attributes.get(step.where.attribute)?.trim().toLowerCase() === step.where.is)

/** Whether the path leads to the innermost open element; `open` lists the outermost first. */
export const leadsTo = ({ steps, fromRoot }: ValuePath, open: readonly XmlElement[]): boolean => {
  const from = open.length - steps.length
  if (from < 0 || (fromRoot && from > 0)) return false
  return steps.every((step, index) => {
    const element = open[from + index]
    return element !== undefined && fits(step, element)
  })
}
