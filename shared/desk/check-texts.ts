import { deskTextsSchema, type DeskTexts, type OwnWords } from './texts.ts'
import { unknownPlaceholders } from './placeholders.ts'

/** An error in the desk's scripts or codes. `field` is a path such as `reasons.2.text`. */
export interface TextsProblem {
  readonly field: string
  readonly message: string
}

const twice = (list: string, key: string, values: readonly string[]): readonly TextsProblem[] => {
  const codes = values.map((value) => value.trim().toLowerCase())
  return codes.flatMap((code, index) =>
    code !== '' && codes.indexOf(code) < index
      ? [{ field: `${list}.${index}.${key}`, message: 'This code is used twice.' }]
      : [],
  )
}

const inScripts = (
  list: string,
  scripts: Readonly<Record<string, string>>,
): readonly TextsProblem[] =>
  Object.entries(scripts).flatMap(([step, script]) =>
    unknownPlaceholders(script).map((found) => ({
      field: `${list}.${step}`,
      message: `${found} is not known here and would be read out as it stands.`,
    })),
  )

const inOwnWords = (place: string, { scripts, outcomes }: OwnWords): readonly TextsProblem[] => [
  ...inScripts(`${place}.scripts`, scripts),
  ...inScripts(`${place}.outcomes`, outcomes),
]

const ofShape = (texts: unknown): readonly TextsProblem[] => {
  const parsed = deskTextsSchema.safeParse(texts)
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, code, message }) => ({
    field: path.join('.'),
    message:
      code === 'too_small' && typeof path.at(-1) === 'string' && path.length > 1
        ? 'This is needed.'
        : code === 'too_big'
          ? 'This is too long.'
          : message,
  }))
}

export const problemsOf = (texts: DeskTexts): readonly TextsProblem[] => {
  const { checks, reasons, dispositions } = texts
  const ids = checks.map(({ id }) => id)
  const codesOf = (entries: readonly { readonly code: string }[]) => entries.map(({ code }) => code)
  return [
    ...ofShape(texts),
    ...twice('checks', 'id', ids),
    ...twice('reasons', 'code', codesOf(reasons)),
    ...twice('dispositions', 'code', codesOf(dispositions)),
    ...inScripts('scripts', texts.scripts),
    ...inScripts('outcomes', texts.outcomes),
    ...reasons.flatMap((reason, index) => inOwnWords(`reasons.${index}`, reason)),
    ...inOwnWords('onBehalf', texts.onBehalf),
    ...dispositions.flatMap(({ says = '' }, index) => inScripts(`dispositions.${index}`, { says })),
    texts.checksNeeded > checks.length && {
      field: 'checksNeeded',
      message: `There are only ${checks.length} checks.`,
    },
    ...[true, false].map(
      (isUnsent) =>
        !dispositions.some(({ unsent }) => unsent === isUnsent) && {
          field: 'dispositions',
          message: `One is needed for calls in which ${isUnsent ? 'nothing' : 'something'} was sent.`,
        },
    ),
  ].filter((problem) => problem !== false)
}
