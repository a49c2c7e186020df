/** Placeholders of a script, each with its meaning. */
export const placeholders = {
  name: 'name of the participant',
  firstName: 'first name of the participant',
  lastName: 'last name of the participant',
  plans: 'the chosen plans',
  reason: 'the reason as it is sent',
  environment: 'the environment',
  receiptNumber: 'number of the receipt, once there is one',
} as const
type PlaceholderName = keyof typeof placeholders
/** Empty while a value is unknown; null if there is none, such as the last name of a person with one name. */
export type PlaceholderValues = Readonly<Record<PlaceholderName, string | null>>

const pattern = /\{([^{}]*)\}/g

const isKnown = (name: string): name is PlaceholderName => Object.hasOwn(placeholders, name)

/** A piece of a script: plain text, or a filled placeholder, whose text is empty while unknown. */
export interface ScriptPiece {
  readonly text: string
  readonly name: PlaceholderName | null
}

/**
 * A script in pieces, with its placeholders filled. An unknown placeholder stays as written; one without a value goes,
 * with the blank before it.
 */
export const fillIn = (written: string, values: PlaceholderValues): readonly ScriptPiece[] => {
  const script = written
    .replace(/ ?\{([^{}]*)\}/g, (all, name: string) =>
      isKnown(name) && values[name] === null ? '' : all,
    )
    .trim()
  const pieces: ScriptPiece[] = []
  let from = 0
  for (const match of script.matchAll(pattern)) {
    const name = match[1] ?? ''
    if (!isKnown(name)) continue
    if (match.index > from) pieces.push({ text: script.slice(from, match.index), name: null })
    pieces.push({ text: values[name] ?? '', name })
    from = match.index + match[0].length
  }
  if (from < script.length) pieces.push({ text: script.slice(from), name: null })
  return pieces
}

export const unknownPlaceholders = (script: string): readonly string[] => [
  ...new Set(
    [...script.matchAll(pattern)]
      .filter((match) => !isKnown(match[1] ?? ''))
      .map((match) => match[0]),
  ),
]
